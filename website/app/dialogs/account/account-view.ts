import { useSyncExternalStore } from 'react'
import type { MailPurpose } from '../../backend/account.ts'
import { openDialog } from '../open-dialog.ts'
import type { Refusal } from './account-errors.ts'

/** What the account dialog shows. */
export type AccountView =
  | { name: 'sign-in'; refusal?: Refusal }
  | { name: 'sign-up' | 'magic-code' | 'forgotten-password' }
  | { name: 'check-mail'; purpose: MailPurpose; email: string }
  | { name: 'confirm-link'; type: string; tokenHash: string }
  | { name: 'other-mailbox' }
  | { name: 'second-factor'; next?: 'new-password' }
  | { name: 'new-password' | 'change-password' | 'authenticator' | 'passkeys' }

const FIRST: AccountView = { name: 'sign-in' }

let view: AccountView = { ...FIRST }
let email = ''
const listeners = new Set<() => void>()

/** Opens the account dialog, or changes what the open one shows. */
export function showAccount(next: AccountView): void {
  openDialog('account', () => {
    view = next
    tell()
  })
}

/**
 * Opens the dialog for somebody who wants to sign in; what a back gesture left half typed is there again, and so is the
 * link of a mail, when nobody could see it because the dialog has never come.
 */
export function openSignIn(): void {
  showAccount(BEFORE_SIGN_IN.includes(view.name) || !listeners.size ? view : FIRST)
}

const BEFORE_SIGN_IN: readonly string[] = ['sign-in', 'sign-up', 'magic-code', 'forgotten-password', 'check-mail']

/** Forgets what was shown and typed; a closing ends with this. */
export function resetAccount(): void {
  view = FIRST
  email = ''
  tell()
}

/** What the dialog shows now. */
export function useAccountView(): AccountView {
  return useSyncExternalStore(
    subscribe,
    () => view,
    () => FIRST,
  )
}

/** Keeps the address that was typed, so that it is not asked for again on the way from one view to the next. */
export function rememberEmail(typed: string): void {
  email = typed
}

/** The address that was typed last, or nothing. */
export function rememberedEmail(): string {
  return email
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell() {
  for (const listener of listeners) listener()
}
