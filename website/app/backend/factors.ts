import { callAuth, type Outcome } from './auth-call.ts'

/** An authenticator app that asks for its code at every sign-in. */
export type Authenticator = { id: string; name: string; since: string }

/** What an app needs to know once: as a picture, as text, and as a link for an app on this very device. */
export type Enrolment = { factorId: string; picture: string; secret: string; link: string }

/** The account's authenticator apps, the oldest first; those whose first code was never typed are left out. */
export function listAuthenticators(): Promise<Outcome<Authenticator[]>> {
  return callAuth(async (auth) => {
    const { data, error } = await auth.mfa.listFactors()
    if (error) return { data, error }
    const apps = data.totp.map(({ id, friendly_name, created_at }) => ({
      id,
      name: friendly_name ?? '',
      since: created_at,
    }))
    return { data: apps.toSorted((a, b) => a.since.localeCompare(b.since)), error: null }
  })
}

/** Begins to add an app. What an earlier attempt left half done is taken away first: its name would be in the way. */
export function beginEnrolment(name: string, issuer: string): Promise<Outcome<Enrolment>> {
  return callAuth(async (auth) => {
    const { data: known, error } = await auth.mfa.listFactors()
    if (error) return { data: null, error }
    const unfinished = known.all.filter((factor) => factor.factor_type === 'totp' && factor.status === 'unverified')
    for (const { id } of unfinished) await auth.mfa.unenroll({ factorId: id })
    const answer = await auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer })
    if (answer.error) return answer
    const { id, totp } = answer.data
    const data = { factorId: id, picture: asDataAddress(totp.qr_code), secret: totp.secret, link: totp.uri }
    return { data, error: null }
  })
}

/** Shows the service a code of an app: the first one finishes adding it, later ones are the second step of a sign-in. */
export function proveWithApp(factorId: string, code: string): Promise<Outcome<unknown>> {
  return callAuth((auth) => auth.mfa.challengeAndVerify({ factorId, code }))
}

/** Asks a security key for the second step of a sign-in. */
export function proveWithKey(factorId: string): Promise<Outcome<unknown>> {
  return callAuth((auth) =>
    auth.mfa.webauthn.authenticate({
      factorId,
      webauthn: { rpId: location.hostname, rpOrigins: [location.origin] },
    }),
  )
}

/** Takes an app away. The session goes back to one step, so its token is fetched anew. */
export function removeAuthenticator(factorId: string): Promise<Outcome<unknown>> {
  return callAuth(async (auth) => {
    const { error } = await auth.mfa.unenroll({ factorId })
    // An app that is gone already is what was asked for: a browser asks twice when the first answer got lost on its way.
    if (error && error.code !== 'mfa_factor_not_found') return { data: null, error }
    await auth.refreshSession()
    return { data: null, error: null }
  })
}

/** supabase-js puts the drawing behind `data:` as it is; a `#` in it would end the address there. */
function asDataAddress(picture: string): string {
  const svg = picture.slice(picture.indexOf(',') + 1)
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
