const PERIOD = 30
const WINDOW = 1
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: PERIOD }

/** The longest issuer that somebody may ask for. It stands in the address twice, in up to nine characters for each. */
export const ISSUER_MAX = 64
// What fits into a picture beside the longest issuer: it holds 2,331 bytes.
const LABEL_MAX = 900

/** What an authenticator app is shown once (RFC 6238: SHA-1, six digits, 30 seconds). */
export type TotpEnrolment = { secret: string; uri: string; qr_code: string }

/** A new secret with the address and the picture an app reads it from. */
export async function newTotp(issuer: string, label: string): Promise<TotpEnrolment> {
  const [{ Secret, TOTP }, { encodeQR }] = await Promise.all([import('otpauth'), import('qr')])
  const totp = new TOTP({
    issuer: issuer.toWellFormed(),
    label: shortened(label),
    secret: new Secret(), // 160 bits, as RFC 4226 recommends
    ...PARAMETERS,
  })
  const uri = totp.toString()
  return { secret: totp.secret.base32, uri, qr_code: encodeQR(uri, 'svg') }
}

/** As many characters of a label as fit, as they are written in an address. */
function shortened(label: string): string {
  let [kept, length] = ['', 0]
  for (const character of label.toWellFormed()) {
    length += encodeURIComponent(character).length
    if (length > LABEL_MAX) break
    kept += character
  }
  return kept
}

/** The time step a code belongs to, or null when it is wrong. One step before and after counts, for clocks that differ. */
export async function stepOfCode(secret: string, code: string, now: Date): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null
  const { Secret, TOTP } = await import('otpauth')
  const totp = new TOTP({ secret: Secret.fromBase32(secret), ...PARAMETERS })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD) + delta
}
