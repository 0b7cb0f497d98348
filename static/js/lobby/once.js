/* Sends a form only once when its button is pressed twice: the browser would discard the first answer. */
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
  setTimeout(() => delete form.dataset.sent, 5000); // if no answer has arrived by then, the form may be sent again
});
