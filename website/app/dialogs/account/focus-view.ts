/**
 * Moves the focus into a view of the dialog that has just been shown: to its first field, or on touch screens to the dialog's title, so
 * that no on-screen keyboard opens. Returns whether the title has the focus.
 */
export function focusAccountView(view: HTMLElement | null): boolean {
  const field = matchMedia('(hover: hover) and (pointer: fine)').matches
    ? view?.querySelector<HTMLElement>('input:not([tabindex="-1"])')
    : null
  if (field) field.focus()
  else focusDialogTitle()
  return !field
}

/** Moves the focus to the title of the open dialog. Used after the control that had the focus was removed. */
export function focusDialogTitle(): void {
  document.querySelector<HTMLElement>('dialog[open] [data-dialog-title]')?.focus()
}
