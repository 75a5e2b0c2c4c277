import { runAfterFrame } from '@site/ui/after-frame.ts'
import { createStore } from '@site/ui/store.ts'
import { dismissToasts } from '@site/ui/toast-store.ts'
import { useSyncExternalStore } from 'react'

/** The dialogs of the site. */
export type DialogName = 'signup' | 'contact' | 'account'

/** The props of every dialog. */
export type DialogControlProps = { open: boolean; onClose: () => void }

const NONE: readonly DialogName[] = []

const open = createStore(NONE)

/** The functions that reset closed dialogs, until FormDialog has called them (form-dialog.tsx). */
const pendingResets = new Map<DialogName, () => void>()

/**
 * Opens a dialog in the next frame, over any page or other dialog, and dismisses the toasts of the page. First resets the dialog if it was closed
 * and not reset yet, then calls `prepare`, which sets the dialog's content and which the reset would undo in the other order. When the dialog
 * is already open, only calls `prepare`.
 */
export function openDialog(name: DialogName, prepare = () => {}): void {
  if (isOpen(name)) return prepare()
  runAfterFrame(() => {
    pendingResets.get(name)?.()
    prepare()
    if (isOpen(name)) return
    dismissToasts()
    open.set([...open.get(), name])
  })
}

/** Opens the sign-up dialog. */
export function showSignupDialog(): void {
  openDialog('signup')
}

/** Opens the contact dialog. */
export function showContactDialog(): void {
  openDialog('contact')
}

/** Makes `openDialog` call `reset` before it opens the dialog. Returns a function that cancels this. */
export function resetBeforeOpening(name: DialogName, reset: () => void): () => void {
  pendingResets.set(name, reset)
  return () => void pendingResets.delete(name)
}

/** Closes a dialog. Idempotent. */
export function closeDialog(name: DialogName): void {
  if (isOpen(name)) open.set(open.get().filter((each) => each !== name))
}

/** Returns the open dialogs, topmost last, including those that are still loading. */
export const getOpenDialogs = open.get

/** React hook for `getOpenDialogs`; empty in the prerendered page. */
export function useOpenDialogs(): readonly DialogName[] {
  return useSyncExternalStore(open.subscribe, open.get, () => NONE)
}

function isOpen(name: DialogName): boolean {
  return open.get().includes(name)
}
