import { showToast } from '@site/ui/toast-store.ts'
import type { AuthMailPurpose } from '../../backend/account.ts'
import { type AccountView, showAccountView } from './account-view.ts'
import { getAccountHeading } from './words.ts'

/**
 * Informs the visitor that a mail with a code was requested: opens the view for entering the code if the requesting view is still shown
 * (`isStillHere`), otherwise shows a toast.
 */
export function showMailSent(isStillHere: boolean, purpose: AuthMailPurpose, email: string): void {
  const next: AccountView = { name: 'check-mail', purpose, email }
  if (isStillHere) return showAccountView(next)
  const { title, subtitle } = getAccountHeading(next)
  showToast({ kind: 'success', title, text: subtitle })
}
