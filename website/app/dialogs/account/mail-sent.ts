import type { MailPurpose } from '../../backend/account.ts'
import { notify } from '../../ui/toast-store.ts'
import { type AccountView, showAccount, shownAccount } from './account-view.ts'
import { headingOf } from './words.ts'

/**
 * A mail was sent: on to where its code is typed. Whoever has gone on from the view that asked for it, or has closed the dialog, is
 * told and left where they are.
 */
export function goOnToMail(from: ReturnType<typeof shownAccount>, purpose: MailPurpose, email: string): void {
  const next: AccountView = { name: 'check-mail', purpose, email }
  if (from !== null && from === shownAccount()) return showAccount(next)
  const { title, subtitle } = headingOf(next)
  notify({ kind: 'success', title, text: subtitle })
}
