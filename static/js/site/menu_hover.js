/* While one menu is open, the others follow the mouse. Loaded after the page, where there is one. */

const menus = [...document.querySelectorAll("details.menu")];

for (const menu of menus) {
  const title = menu.querySelector("summary");
  let since = -Infinity; // when the mouse opened it
  menu.addEventListener("pointerenter", ({ pointerType, timeStamp }) => {
    const other = pointerType === "mouse" && menus.find((each) => each.open);
    if (!other || other === menu) return;
    if (other.contains(document.activeElement)) title.focus();
    other.open = false;
    menu.open = true;
    since = timeStamp;
  });
  // A click that comes at once leaves open what the mouse has opened on its way.
  title.addEventListener("click", (event) => event.timeStamp - since < 600 && event.preventDefault());
}
