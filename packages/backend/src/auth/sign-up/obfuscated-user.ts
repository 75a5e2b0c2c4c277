import { randomUUID } from 'node:crypto'
import type { AuthDependencies } from '../auth.ts'
import { buildIdentityData } from '../users/new-user.ts'

/** Data for the response to a sign-up. `id` and `identityId` are missing when the e-mail address or phone number already has an account. */
export type ObfuscatedUserInput = {
  provider: 'email' | 'phone'
  address: string
  data: Record<string, unknown>
  id?: string
  identityId?: string | undefined
}

/**
 * Returns the user for the response to a sign-up. It always looks like a new user, whether the e-mail address or phone number is new,
 * unconfirmed or taken, so that the response does not reveal which accounts exist. All values come from the request; the ids are random
 * unless the account was just created.
 */
export function createObfuscatedUser(auth: AuthDependencies, input: ObfuscatedUserInput) {
  const { provider, address, data, id = randomUUID(), identityId = randomUUID() } = input
  const at = auth.now().toISOString()
  const known = buildIdentityData(id, provider, address, { data, isConfirmed: false })
  const identity = {
    identity_id: identityId,
    id,
    user_id: id,
    identity_data: known,
    provider,
    last_sign_in_at: at,
    created_at: at,
    updated_at: at,
    ...(provider === 'email' ? { email: address } : {}),
  }
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: provider === 'email' ? address : '',
    phone: provider === 'phone' ? address : '',
    confirmation_sent_at: at,
    app_metadata: { provider, providers: [provider] },
    user_metadata: known,
    identities: [identity],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  }
}
