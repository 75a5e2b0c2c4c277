import { useSyncExternalStore } from 'react'
import { afterFrame } from '../ui/after-frame.ts'

/** The dialogs of the site. */
export type DialogName = 'signup' | 'contact' | 'account'

/** What every dialog takes. */
export type DialogControl = { open: boolean; onClose: () => void }

const NONE: readonly DialogName[] = []

let open = NONE
const listeners = new Set<() => void>()

/**
 * Over whatever page is shown, also over another dialog; a frame later. Opening an open one does nothing. `prepare` sets
 * what it is to show: just before it opens, for until then a closing may still empty it; at once when it is open.
 */
export function openDialog(name: DialogName, prepare = () => {}): void {
  if (open.includes(name)) return prepare()
  afterFrame(() => {
    prepare()
    if (!open.includes(name)) set([...open, name])
  })
}

/** Opens the sign-up dialog. */
export function openSignup(): void {
  openDialog('signup')
}

/** Opens the dialog for a message to the founders. */
export function openContact(): void {
  openDialog('contact')
}

/** Closes a dialog; closing a closed one does nothing. */
export function closeDialog(name: DialogName): void {
  if (open.includes(name)) set(open.filter((each) => each !== name))
}

/** The open dialogs, the topmost last, and those that will be once their script has come. */
export function openDialogs(): readonly DialogName[] {
  return open
}

/** The same for what is drawn by them; none in the prerendered page. */
export function useOpenDialogs(): readonly DialogName[] {
  return useSyncExternalStore(subscribe, openDialogs, () => NONE)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: readonly DialogName[]) {
  open = next
  for (const listener of listeners) listener()
}
