import type { MailPurpose } from '../../backend/account.ts'
import { notify } from '../../ui/toast-store.ts'
import { type AccountView, showAccount } from './account-view.ts'
import { headingOf } from './words.ts'

/** A mail was sent: on to where its code is typed. Whoever does not look at the view that asked for it any more is told, and left where they are. */
export function goOnToMail(isStillHere: boolean, purpose: MailPurpose, email: string): void {
  const next: AccountView = { name: 'check-mail', purpose, email }
  if (isStillHere) return showAccount(next)
  const { title, subtitle } = headingOf(next)
  notify({ kind: 'success', title, text: subtitle })
}
