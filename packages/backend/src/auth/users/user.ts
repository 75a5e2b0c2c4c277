import type { FactorRow, IdentityRow, UserRow } from './user-store.ts'

/** Formats a user as JSON for a response, without hashes and tokens (auth-contract.md 0.12). */
export function renderUser(
  user: UserRow,
  identities: readonly IdentityRow[] | null,
  factors: readonly FactorRow[] = [],
) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    ...stamp('email_confirmed_at', user.email_confirmed_at),
    phone: user.phone ?? '',
    ...stamp('phone_confirmed_at', user.phone_confirmed_at),
    ...stamp('invited_at', user.invited_at),
    ...stamp('confirmation_sent_at', user.confirmation_sent_at),
    ...stamp('confirmed_at', user.confirmed_at),
    ...stamp('recovery_sent_at', user.recovery_sent_at),
    ...(user.email_change ? { new_email: user.email_change } : {}),
    ...stamp('email_change_sent_at', user.email_change_sent_at),
    ...(user.phone_change ? { new_phone: user.phone_change } : {}),
    ...stamp('phone_change_sent_at', user.phone_change_sent_at),
    ...stamp('reauthentication_sent_at', user.reauthentication_sent_at),
    ...stamp('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: identities?.map(renderIdentity) ?? null,
    ...(factors.length > 0 ? { factors: factors.map(renderFactor) } : {}),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    ...stamp('banned_until', user.banned_until),
    ...stamp('deleted_at', user.deleted_at),
    is_anonymous: user.is_anonymous,
  }
}

/** Formats an identity as JSON for a response. */
function renderIdentity(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...stamp('last_sign_in_at', identity.last_sign_in_at),
    created_at: identity.created_at.toISOString(),
    updated_at: identity.updated_at.toISOString(),
    ...(identity.email ? { email: identity.email } : {}),
  }
}

/** Formats a second factor as JSON for a response. Omits its secret, which only the response to the enrolment contains. */
export function renderFactor(factor: FactorRow) {
  return {
    id: factor.id,
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
    status: factor.status,
    friendly_name: factor.friendly_name,
    factor_type: factor.factor_type,
    ...(factor.phone ? { phone: factor.phone } : {}),
    ...stamp('last_challenged_at', factor.last_challenged_at),
  }
}

/** Returns whether a user is banned at the given time. */
export function isUserBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now
}

function stamp<Name extends string>(name: Name, value: Date | null): { [Key in Name]?: string } {
  return value === null ? {} : ({ [name]: value.toISOString() } as { [Key in Name]: string })
}
