import type { DialogName } from './open-dialog.ts'

/** The dialogs that are open in the current entry of the browser's history, the topmost last. */
export function dialogsInEntry(): readonly string[] {
  const { dialogs } = entryState()
  return Array.isArray(dialogs) ? dialogs.filter((name) => typeof name === 'string') : []
}

/** Gives a dialog an entry of its own at the same address, unless it has it already (after a reload). */
export function enterDialog(name: DialogName): void {
  const open = dialogsInEntry()
  if (!open.includes(name)) history.pushState({ ...entryState(), dialogs: [...open, name] }, '')
}

function entryState(): Record<string, unknown> {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? { ...state } : {}
}
