import type { Tx } from '../../database/port/tables.ts'
import type { AuthDependencies } from '../auth.ts'
import { issueOneTimeToken } from '../codes/one-time-token.ts'
import { authErrors } from '../errors.ts'
import { formatSmsCodeText, type PendingSms } from '../messages/sms.ts'
import { confirmPhoneChange } from './user-confirmation.ts'
import { findUserByPhone, type UserRow, updateUser } from './user-store.ts'

/**
 * Begins a change of phone number: creates a code for the new number, which replaces the old number when the code is confirmed. With
 * confirmations disabled the number changes at once. Returns the text message to send after the commit, or null.
 */
export async function beginPhoneChange(
  tx: Tx,
  auth: AuthDependencies,
  user: UserRow,
  phone: string,
): Promise<PendingSms | null> {
  if ((await findUserByPhone(tx, phone)) !== null) throw authErrors.phoneExists()
  const pending = await updateUser(tx, user.id, { phone_change: phone, phone_change_sent_at: auth.now() })
  if (!auth.config.sms.enableConfirmations) {
    await confirmPhoneChange(tx, auth, pending)
    return null
  }
  const { code } = await issueOneTimeToken(tx, auth, { userId: user.id, kind: 'phone_change', relatesTo: phone })
  return { to: phone, text: formatSmsCodeText(auth, code) }
}
