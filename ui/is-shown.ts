/** Returns whether an element has a box: neither it nor an ancestor has `display: none`. Safari has `checkVisibility` only since 17.4. */
export function isShown(element: Element): boolean {
  return element.getClientRects().length > 0
}
