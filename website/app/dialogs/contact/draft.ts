import type { ContactMessage } from '@site/contract/contact'
import { createStore } from '@site/ui/store.ts'
import { useSyncExternalStore } from 'react'
import { openDialog } from '../open-dialog.ts'

const NONE: Partial<ContactMessage> = {}

const draft = createStore(NONE)

/** Opens the contact dialog with prefilled fields, which the visitor can change. */
export function showContactDialogWith(prefilled: Partial<ContactMessage>): void {
  openDialog('contact', () => draft.set(prefilled))
}

/** Forgets the prefilled fields. Called after the dialog was closed. */
export function clearContactDraft(): void {
  draft.set(NONE)
}

/** React hook that returns the prefilled fields of the contact dialog. */
export function useContactDraft(): Partial<ContactMessage> {
  return useSyncExternalStore(draft.subscribe, draft.get)
}
