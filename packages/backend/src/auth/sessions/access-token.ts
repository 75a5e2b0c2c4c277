import type { JWTPayload } from 'jose'
import type { UserRow } from '../users/user-store.ts'
import type { AmrRow, SessionRow } from './session-store.ts'

const secondFactors = ['totp', 'mfa/phone', 'mfa/webauthn']

type ClaimsInput = {
  issuer: string
  user: UserRow
  session: SessionRow
  amr: readonly AmrRow[]
  /** The time at which the token is issued, in seconds since 1970. */
  issuedAt: number
  expiresAt: number
}

/** Returns the claims of an access token (RFC 7519 and Supabase's own claims, auth-contract.md 0.13). */
export function createAccessTokenClaims({ issuer, user, session, amr, issuedAt, expiresAt }: ClaimsInput): JWTPayload {
  return {
    iss: issuer,
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: determineAssuranceLevel(amr),
    amr: amr.map(renderAmrEntry),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  }
}

/** Returns `aal2` when a second factor was verified in the session, else `aal1`. */
export function determineAssuranceLevel(amr: readonly Pick<AmrRow, 'authentication_method'>[]): 'aal1' | 'aal2' {
  return amr.some((claim) => secondFactors.includes(claim.authentication_method)) ? 'aal2' : 'aal1'
}

function renderAmrEntry(claim: AmrRow) {
  const provider = claim.provider === null ? {} : { provider: claim.provider }
  const timestamp = Math.floor(claim.updated_at.getTime() / 1000)
  return { method: claim.authentication_method, timestamp, ...provider }
}
