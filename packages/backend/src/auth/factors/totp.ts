const PERIOD = 30
const WINDOW = 1
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: PERIOD }

/** Maximum length of the issuer. The key URI contains it twice, and URL encoding turns one character into up to nine. */
export const TOTP_ISSUER_MAX_LENGTH = 64
// Maximum length of the URL-encoded label. A QR code holds 2,331 bytes; with the longest issuer in the key URI, 900 of them remain for the
// label.
const LABEL_MAX = 900

/** Secret, key URI and QR code for enrolling an authenticator app, returned once (RFC 6238: SHA-1, six digits, 30 seconds). */
export type TotpEnrolment = { secret: string; uri: string; qr_code: string }

/** Creates a TOTP secret with its key URI (otpauth://) and QR code (SVG). */
export async function createTotpEnrolment(issuer: string, label: string): Promise<TotpEnrolment> {
  const [{ Secret, TOTP }, { encodeQR }] = await Promise.all([import('otpauth'), import('qr')])
  const totp = new TOTP({
    issuer: issuer.toWellFormed(),
    label: shortened(label),
    secret: new Secret(), // The default length of a secret is 160 bits, as RFC 4226 recommends.
    ...PARAMETERS,
  })
  const uri = totp.toString()
  return { secret: totp.secret.base32, uri, qr_code: encodeQR(uri, 'svg') }
}

/** Truncates a label to LABEL_MAX URL-encoded characters. */
function shortened(label: string): string {
  let [kept, length] = ['', 0]
  for (const character of label.toWellFormed()) {
    length += encodeURIComponent(character).length
    if (length > LABEL_MAX) break
    kept += character
  }
  return kept
}

/** Returns the time step of a TOTP code, or null for a wrong code. Accepts one step before and after, for clock differences. */
export async function findTotpStep(secret: string, code: string, now: Date): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null
  const { Secret, TOTP } = await import('otpauth')
  const totp = new TOTP({ secret: Secret.fromBase32(secret), ...PARAMETERS })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD) + delta
}
