import type { ContactMessage } from '@site/contract/contact'
import { useSyncExternalStore } from 'react'
import { openDialog } from '../open-dialog.ts'

const NONE: Partial<ContactMessage> = {}

let draft = NONE
const listeners = new Set<() => void>()

/** Opens the contact dialog with prefilled fields, which the visitor can change. */
export function showContactDialogWith(prefilled: Partial<ContactMessage>): void {
  openDialog('contact', () => set(prefilled))
}

/** Forgets the prefilled fields. Called after the dialog was closed. */
export function clearContactDraft(): void {
  set(NONE)
}

/** React hook that returns the prefilled fields of the contact dialog. */
export function useContactDraft(): Partial<ContactMessage> {
  return useSyncExternalStore(subscribe, () => draft)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: Partial<ContactMessage>) {
  draft = next
  for (const listener of listeners) listener()
}
