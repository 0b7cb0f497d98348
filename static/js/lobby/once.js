/* A form whose button is pressed twice is sent once: the browser would throw the first answer away. */
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
  setTimeout(() => delete form.dataset.sent, 5000); // when no answer has come, it may be pressed again
});
