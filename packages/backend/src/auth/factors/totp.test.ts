import { expect, test } from 'vitest'
import { createTotpEnrolment, findTotpStep, TOTP_ISSUER_MAX_LENGTH } from './totp.ts'

// Test vectors of RFC 6238, appendix B, for SHA-1: time in seconds, code, time step. The secret is the ASCII text 12345678901234567890;
// each code is the last six of the RFC's eight digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors = [
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
  [20_000_000_000, '353130', 666_666_666],
] as const

test.each(vectors)(
  'at %d seconds since 1970, findTotpStep() accepts the RFC 6238 code %s as that of time step %d',
  async (seconds, code, step) => {
    expect(await findTotpStep(secret, code, new Date(seconds * 1000))).toBe(step)
  },
)

test('a TOTP code is accepted up to one time step early or late, and refused two steps late', async () => {
  const code = '287082' // the code of time step 1: seconds 30 to 59
  for (const seconds of [0, 29, 30, 59, 60, 89])
    expect(await findTotpStep(secret, code, new Date(seconds * 1000))).toBe(1)
  for (const seconds of [90, 120]) expect(await findTotpStep(secret, code, new Date(seconds * 1000))).toBeNull()
})

test.each(['', '28708', '2870821', '28708a', ' 287082', '287082\n', '２８７０８２', '-87082'])(
  'the malformed TOTP code %j is refused',
  async (code) => {
    expect(await findTotpStep(secret, code, new Date(59_000))).toBeNull()
  },
)

test('a TOTP enrolment contains a 160-bit secret, a key URI and its QR code as an SVG', async () => {
  const [one, other] = [
    await createTotpEnrolment('www.orchid.example', 'ada@example.com'),
    await createTotpEnrolment('x', 'y'),
  ]
  expect(one.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(one.secret).not.toBe(other.secret)
  const uri = new URL(one.uri)
  expect(decodeURIComponent(uri.pathname)).toBe('/www.orchid.example:ada@example.com')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'www.orchid.example',
    secret: one.secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  // The SVG must not contain a #: auth-js embeds it in a data: URL, where # would start the fragment.
  expect(one.qr_code).toMatch(/^<svg [^#]*<\/svg>$/)
})

test('a TOTP enrolment truncates its label to 900 characters, counted after URL encoding', async () => {
  const labelIn = async (label: string) =>
    decodeURIComponent(new URL((await createTotpEnrolment('x', label)).uri).pathname.slice(3))
  expect(await labelIn('a'.repeat(900))).toBe('a'.repeat(900))
  expect(await labelIn('a'.repeat(901))).toBe('a'.repeat(900))
  expect(await labelIn('é'.repeat(151))).toBe('é'.repeat(150))
})

test.each(['a', '%', '\u{1f600}', 'あ', '\ud800'])(
  'a TOTP QR code holds the longest issuer and label made of the character %j',
  async (character) => {
    const issuer = character.repeat(TOTP_ISSUER_MAX_LENGTH / character.length)
    const { uri, qr_code } = await createTotpEnrolment(issuer, character.repeat(500))
    expect(new URL(uri).searchParams.get('issuer')).toBe(issuer.toWellFormed())
    expect(qr_code).toMatch(/^<svg /)
  },
)
