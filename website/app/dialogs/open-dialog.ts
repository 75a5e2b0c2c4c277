import { useSyncExternalStore } from 'react'

// An open dialog has an entry of its own in the browser's history, so that the back gesture takes the visitor from the
// dialog to the page instead of away from it. What was typed is kept then; the Close button, which resets, goes back too.

/** The dialogs there are. */
export type DialogName = 'signup' | 'contact'

/** Which dialog is open, and whether the last one to close keeps what was typed in it. */
export type DialogState = { open: DialogName | null; keepsText: boolean }

const CLOSED: DialogState = { open: null, keepsText: false }

let state = CLOSED
const listeners = new Set<() => void>()

/** Opens a dialog; one that is open gives way to it and keeps its text. */
export function openDialog(name: DialogName): void {
  if (state.open === name) return
  const entry = { ...entryState(), dialog: name }
  if (entryDialog()) history.replaceState(entry, '')
  else history.pushState(entry, '')
  set({ open: name, keepsText: true })
}

/** Opens the sign-up dialog. */
export function openSignup(): void {
  openDialog('signup')
}

/** Opens the dialog for a message to the founders. */
export function openContact(): void {
  openDialog('contact')
}

/** Closes the open dialog as its Close button does: what was typed is reset. */
export function closeDialog(): void {
  if (!state.open) return
  set(CLOSED)
  if (entryDialog()) history.back()
}

/** Closes the open dialog for a move to another page, which is to take the place of the dialog's history entry. */
export function leaveDialog(): void {
  set(CLOSED)
}

/** Which dialog is open. */
export function useOpenDialog(): DialogState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => CLOSED,
  )
}

/** Follows the browser's back and forward; for the one host of the dialogs. Returns the way to stop. */
export function followHistory(): () => void {
  // A reload closes dialogs but keeps the entry's state.
  if (!state.open && entryDialog()) {
    const { dialog: _, ...rest } = entryState()
    history.replaceState(rest, '')
  }
  const onMove = () => set({ open: entryDialog(), keepsText: true })
  addEventListener('popstate', onMove)
  return () => removeEventListener('popstate', onMove)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: DialogState) {
  if (next.open === state.open) return
  state = next
  for (const listener of listeners) listener()
}

function entryState(): Record<string, unknown> {
  const held: unknown = history.state
  return typeof held === 'object' && held !== null ? { ...held } : {}
}

function entryDialog(): DialogName | null {
  const { dialog } = entryState()
  return dialog === 'signup' || dialog === 'contact' ? dialog : null
}
