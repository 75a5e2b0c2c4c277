import { randomUUID } from 'node:crypto'
import type { Auth } from '../auth.ts'
import { knownData } from '../users/new-user.ts'

/** What a sign-up is answered with. `id` and `identityId` are left out for an address that has an account already. */
export type Newcomer = {
  provider: 'email' | 'phone'
  address: string
  data: Record<string, unknown>
  id?: string
  identityId?: string | undefined
}

/**
 * The user as a sign-up answers it, always as somebody new: for an address that nobody has, one that somebody has not
 * confirmed and one that is taken. Rendered from the request alone, so that no member tells which of the three it is
 * (docs/decisions/0029); the ids are invented unless the account was made just now.
 */
export function obfuscatedUser(auth: Auth, newcomer: Newcomer) {
  const { provider, address, data, id = randomUUID(), identityId = randomUUID() } = newcomer
  const at = auth.now().toISOString()
  const known = knownData(id, provider, address, { data, isConfirmed: false })
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
