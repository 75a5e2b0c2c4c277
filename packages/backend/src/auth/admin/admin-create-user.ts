import type { Tx } from '../../database/port/tables.ts'
import { okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { createValidationError } from '../fields.ts'
import { findUserIdentities } from '../users/identity-store.ts'
import { renderUser } from '../users/user.ts'
import { upsertIdentity } from '../users/user-confirmation.ts'
import { findUserByEmail, findUserByPhone, insertUser, refuseUniqueViolation } from '../users/user-store.ts'
import {
  type AdminUserInput,
  adminUserInputSchema,
  parseBanDuration,
  parseContactFields,
  parseCustomUserId,
  resolvePasswordHash,
} from './admin-input.ts'

/** POST /admin/users. Creates a user with the given fields and sends no mail (auth-contract.md 13.1). */
export const adminCreateUser = defineAuthEndpoint({
  who: 'operator',
  input: adminUserInputSchema,
  async handle({ auth, input }) {
    const contact = parseContactFields(input)
    if (contact.email === undefined && contact.phone === undefined) {
      throw createValidationError('Cannot create a user without either an email or phone')
    }
    const columns = { ...parseCustomUserId(input), ...contact, ...parseBanDuration(input, auth.now()) }
    const hash = await resolvePasswordHash(input, null)
    return okResponse(await create(auth, input, { ...columns, encrypted_password: hash }))
  },
})

type Columns = {
  email?: string
  phone?: string
  encrypted_password: string | null
  id?: string
  banned_until?: Date | null
}

function create(auth: AuthDependencies, input: AdminUserInput, columns: Columns) {
  const { email, phone } = columns
  const providers = [...(email === undefined ? [] : ['email']), ...(phone === undefined ? [] : ['phone'])]
  const insert = async (tx: Tx) => {
    if (email !== undefined && (await findUserByEmail(tx, email)) !== null) throw authErrors.emailExists()
    if (phone !== undefined && (await findUserByPhone(tx, phone)) !== null)
      throw authErrors.phoneExists({ message: 'Phone number already registered by another user' })
    const user = await insertUser(tx, {
      ...columns,
      ...(input.role === '' ? {} : { role: input.role }),
      ...(input.aud === '' ? {} : { aud: input.aud }),
      ...(email !== undefined && input.email_confirm ? { email_confirmed_at: auth.now() } : {}),
      ...(phone !== undefined && input.phone_confirm ? { phone_confirmed_at: auth.now() } : {}),
      appMetadata: { provider: providers[0], providers, ...input.app_metadata },
      userMetadata: input.user_metadata ?? {},
    })
    if (email !== undefined) await upsertIdentity(tx, user, 'email', { email, email_verified: input.email_confirm })
    if (phone !== undefined) await upsertIdentity(tx, user, 'phone', { phone, phone_verified: input.phone_confirm })
    await recordAuditEvent(tx, 'user_signedup', user, { by: 'admin' })
    return renderUser(user, await findUserIdentities(tx, user.id))
  }
  return refuseUniqueViolation(() => auth.db.transaction(insert), authErrors.emailExists)
}
