let first = true;

/**
 * Move the focus to the heading of a room that has just been entered, if it was lost with the room before: a screen
 * reader then says where one is. Not when the page is loaded, for then it says so by itself.
 */
export function entered(heading: HTMLElement | undefined): void {
  if (!first && document.activeElement === document.body) heading?.focus({ preventScroll: true });
  first = false;
}
