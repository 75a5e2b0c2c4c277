import type { AuthDependencies } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { isUuid } from '../fields.ts'
import type { FactorRow } from '../users/user-store.ts'

/** Lifetime of a challenge for a second factor, in seconds. */
export const FACTOR_CHALLENGE_SECONDS = 300

/** Returns the factor id from the URL path. Throws 404 when it is not a UUID. */
export function requireFactorId(id: string | undefined): string {
  if (id === undefined || !isUuid(id)) throw authErrors.notFoundById({ message: 'factor_id must be an UUID' })
  return id
}

/** Throws 422 when the configuration disables the verification of factors of this type. */
export function requireFactorVerificationEnabled(auth: AuthDependencies, factor: FactorRow): void {
  const { mfa, webAuthn } = auth.config
  if (factor.factor_type === 'totp' && !mfa.totp.verify) throw authErrors.totpVerifyOff()
  if (factor.factor_type === 'phone' && !mfa.phone.verify) throw authErrors.phoneVerifyOff()
  if (factor.factor_type === 'webauthn' && (!mfa.webAuthn.verify || webAuthn === null))
    throw authErrors.webAuthnVerifyOff()
}
