import type { MailPurpose } from '../../backend/account.ts'
import { notify } from '../../ui/toast-store.ts'
import { type AccountView, showAccount } from './account-view.ts'
import { accountHeadingOf } from './words.ts'

/**
 * Shows the result of requesting a mail with a code: the view for entering the code if the requesting view is still open (`isStillHere`),
 * otherwise a toast.
 */
export function showMailSent(isStillHere: boolean, purpose: MailPurpose, email: string): void {
  const next: AccountView = { name: 'check-mail', purpose, email }
  if (isStillHere) return showAccount(next)
  const { title, subtitle } = accountHeadingOf(next)
  notify({ kind: 'success', title, text: subtitle })
}
