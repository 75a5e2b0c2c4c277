import { createStore } from '@site/ui/store.ts'
import { useSyncExternalStore } from 'react'
import type { AuthMailPurpose } from '../../backend/account.ts'
import { openDialog } from '../open-dialog.ts'
import type { AccountErrorMessage } from './account-errors.ts'

/** The views of the account dialog. */
export type AccountView =
  | { name: 'sign-in'; refusal?: AccountErrorMessage; next?: 'change-password' }
  | { name: 'sign-up' | 'magic-code' | 'forgotten-password' }
  | { name: 'check-mail'; purpose: AuthMailPurpose; email: string }
  /** Type and token are null when the link is incomplete. */
  | { name: 'confirm-link'; type: string | null; tokenHash: string | null }
  | { name: 'other-mailbox' }
  | { name: 'second-factor'; next?: 'new-password' | 'change-password' }
  | { name: 'new-password' | 'change-password' | 'authenticator' | 'passkeys' }

const FIRST: AccountView = { name: 'sign-in' }

const view = createStore<AccountView>(FIRST)
let email = ''

/** Opens the account dialog at the given view, or switches to that view if the dialog is already open. */
export function showAccountView(next: AccountView): void {
  openDialog('account', () => view.set(next))
}

/**
 * Opens the account dialog for signing in. Shows the previous view again when a back gesture closed the dialog with unsent input, or when
 * the dialog could not be loaded after the visitor followed a link in a mail.
 */
export function openSignInView(): void {
  openDialog('account', () => {
    if (!BEFORE_SIGN_IN.includes(view.get().name) && view.hasListeners()) view.set(FIRST)
  })
}

const BEFORE_SIGN_IN: readonly string[] = ['sign-in', 'sign-up', 'magic-code', 'forgotten-password', 'check-mail']

/** Resets the account dialog to the sign-in view and forgets the typed e-mail address. Called after the dialog was closed. */
export function resetAccountView(): void {
  email = ''
  view.set(FIRST)
}

/** React hook that returns the current view of the account dialog. */
export function useAccountView(): AccountView {
  return useSyncExternalStore(view.subscribe, view.get, () => FIRST)
}

/** Stores the typed e-mail address, so that the next view of the account dialog is prefilled with it. */
export function storeTypedEmail(typed: string): void {
  email = typed
}

/** Returns the e-mail address that was typed last in the account dialog, or an empty string. */
export function readTypedEmail(): string {
  return email
}
