/**
 * Puts the focus into a view that has just come: on its first field where there is a keyboard anyway, on the dialog's
 * title on a touch screen, so that no keyboard jumps up.
 */
export function focusView(view: HTMLElement | null): void {
  const field = matchMedia('(hover: hover) and (pointer: fine)').matches
    ? view?.querySelector<HTMLElement>('input:not([tabindex="-1"])')
    : null
  if (field) field.focus()
  else focusTitle()
}

/** Puts the focus on the open dialog's title, when the control that had it is gone. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('dialog[open] [data-dialog-title]')?.focus()
}
