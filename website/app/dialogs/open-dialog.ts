import { useSyncExternalStore } from 'react'
import { runAfterFrame } from '../ui/after-frame.ts'

/** The dialogs of the site. */
export type DialogName = 'signup' | 'contact' | 'account'

/** The props of every dialog. */
export type DialogControlProps = { open: boolean; onClose: () => void }

const NONE: readonly DialogName[] = []

let open = NONE
const listeners = new Set<() => void>()

/**
 * Opens a dialog after the next frame, over any page or other dialog. When the dialog is already open, only calls `prepare`, which sets
 * the dialog's content. `prepare` is called just before opening, because a pending reset could clear content that was set earlier.
 */
export function openDialog(name: DialogName, prepare = () => {}): void {
  if (open.includes(name)) return prepare()
  runAfterFrame(() => {
    prepare()
    if (!open.includes(name)) set([...open, name])
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

/** Closes a dialog. Idempotent. */
export function closeDialog(name: DialogName): void {
  if (open.includes(name)) set(open.filter((each) => each !== name))
}

/** Returns the open dialogs, topmost last, including those that are still loading. */
export function getOpenDialogs(): readonly DialogName[] {
  return open
}

/** React hook for `getOpenDialogs`; empty in the prerendered page. */
export function useOpenDialogs(): readonly DialogName[] {
  return useSyncExternalStore(subscribe, getOpenDialogs, () => NONE)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: readonly DialogName[]) {
  open = next
  for (const listener of listeners) listener()
}
