import { randomUUID } from 'node:crypto'

/**
 * What somebody new would see, drawn for an address or number that is taken, as GoTrue draws it (auth-contract.md
 * section 1): nothing in it is true, and nobody is told.
 */
export function drawStranger(
  provider: 'email' | 'phone',
  { address, data, now }: { address: string; data: Record<string, unknown>; now: Date },
) {
  const at = now.toISOString()
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email: provider === 'email' ? address : '',
    phone: provider === 'phone' ? address : '',
    confirmation_sent_at: at,
    app_metadata: { provider, providers: [provider] },
    user_metadata: data,
    identities: [],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  }
}
