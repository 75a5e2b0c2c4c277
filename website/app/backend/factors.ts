import { type AuthCallOutcome, callAuth } from './auth-call.ts'

/** A verified authenticator app (TOTP factor); `since` is the time at which it was added. */
export type Authenticator = { id: string; name: string; since: string }

/** Data for enrolling an authenticator app: the TOTP secret as a QR code, as text, and as a link for an app on the same device. */
export type AuthenticatorEnrolment = { factorId: string; picture: string; secret: string; link: string }

/** Lists the account's verified authenticator apps, oldest first. */
export function listAuthenticators(): Promise<AuthCallOutcome<Authenticator[]>> {
  return callAuth(async (auth) => {
    const { data, error } = await auth.mfa.listFactors()
    if (error) return { data, error }
    const apps = data.totp.map(({ id, friendly_name, created_at }) => ({
      id,
      name: friendly_name ?? '',
      since: created_at,
    }))
    return { data: apps.sort((a, b) => a.since.localeCompare(b.since)), error: null }
  })
}

/** Starts the enrolment of an authenticator app. First removes unverified apps of earlier attempts, because factor names must be unique. */
export function beginAuthenticatorEnrolment(
  name: string,
  issuer: string,
): Promise<AuthCallOutcome<AuthenticatorEnrolment>> {
  return callAuth(async (auth) => {
    const { data: known, error } = await auth.mfa.listFactors()
    if (error) return { data: null, error }
    const unfinished = known.all.filter((factor) => factor.factor_type === 'totp' && factor.status === 'unverified')
    for (const { id } of unfinished) await auth.mfa.unenroll({ factorId: id })
    const response = await auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer })
    if (response.error) return response
    const { id, totp } = response.data
    const data = { factorId: id, picture: asDataUrl(totp.qr_code), secret: totp.secret, link: totp.uri }
    return { data, error: null }
  })
}

/** Verifies a code of an authenticator app. The first code completes the enrolment; later codes are the second factor of a sign-in. */
export function verifyAuthenticatorCode(factorId: string, code: string): Promise<AuthCallOutcome<unknown>> {
  return callAuth((auth) => auth.mfa.challengeAndVerify({ factorId, code }))
}

/** Verifies a security key (WebAuthn) as the second factor of a sign-in. */
export function verifySecurityKey(factorId: string): Promise<AuthCallOutcome<unknown>> {
  return callAuth((auth) =>
    auth.mfa.webauthn.authenticate({
      factorId,
      webauthn: { rpId: location.hostname, rpOrigins: [location.origin] },
    }),
  )
}

/** Removes an authenticator app. This can lower the assurance level of the session, so the access token is refreshed. */
export function removeAuthenticator(factorId: string): Promise<AuthCallOutcome<unknown>> {
  return callAuth(async (auth) => {
    const { error } = await auth.mfa.unenroll({ factorId })
    // An authenticator app that is already removed counts as success: the visitor retries when the response to the first request was
    // lost.
    if (error && error.code !== 'mfa_factor_not_found') return { data: null, error }
    await auth.refreshSession()
    return { data: null, error: null }
  })
}

/** Encodes the SVG of a QR code as a data URL. supabase-js does not escape the SVG, in which a `#` would begin the fragment of the URL. */
function asDataUrl(picture: string): string {
  const svg = picture.slice(picture.indexOf(',') + 1)
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
