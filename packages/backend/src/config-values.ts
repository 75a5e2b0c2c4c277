import { BlockList, isIP } from 'node:net'
import * as v from 'valibot'

/*
 * Schemas of environment variables. Each schema takes the raw text and returns the validated value, or an error message that completes a
 * sentence: "must be …". Messages never contain the raw text, which may be a password.
 */

const text = v.pipe(v.string(), v.trim())

/** The schemas of environment variables that `setting` returned, by the name of the variable. */
export type SettingSchemas = Readonly<
  Record<string, v.OptionalSchema<v.GenericSchema<string, unknown>, string | undefined>>
>

/** Returns the schema of an environment variable, with its default and its meaning, from which docs/environment.md is written. */
export function setting<
  const Schema extends v.GenericSchema<string, unknown>,
  const Default extends string | undefined,
>(schema: Schema, byDefault: Default, meaning: string) {
  return v.optional(v.pipe(schema, v.description(meaning)), byDefault)
}

/** Validates the text of an environment variable, which must not contain a line break or a NUL character. */
export const singleLineSchema = v.pipe(
  text,
  v.check((value) => !/[\r\n\0]/.test(value), 'must be a single line'),
)

/** A text without spaces, such as an access key. */
export const wordSchema = v.pipe(text, v.regex(/^\S*$/, 'must not contain spaces or line breaks'))

/** A host name in lower case, without a scheme and port. */
export const hostNameSchema = v.pipe(
  text,
  v.toLowerCase(),
  v.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'must be a host name such as www.example.com'),
)

/** Returns a schema for a whole number from `min` to `max`. */
export function integerSchema(min: number, max: number) {
  const inRange = `must be a whole number from ${min} to ${max}`
  return v.pipe(
    text,
    v.regex(/^\d{1,15}$/, inRange),
    v.transform(Number),
    v.minValue(min, inRange),
    v.maxValue(max, inRange),
  )
}

/** A boolean variable: `true` or `false`, in any case, or `1` or `0`. */
export const booleanSchema = v.pipe(
  text,
  v.toLowerCase(),
  v.picklist(['true', 'false', '1', '0'], 'must be true or false'),
  v.transform((value) => value === 'true' || value === '1'),
)

/** Parses a duration in the formats of the Supabase CLI (`60`, `90s`, `1m0s`, `1h`) to seconds. */
export const durationSecondsSchema = v.pipe(
  text,
  v.regex(
    /^(\d{1,9}|(?=\d)(\d{1,5}h)?(\d{1,5}m)?(\d{1,5}s)?)$/,
    'must be a number of seconds, or a time such as 90s or 1m0s',
  ),
  v.transform((value) => {
    const parts = value.split(/(?<=[hms])/)
    return parts.reduce((sum, part) => sum + Number.parseInt(part, 10) * secondsIn(part), 0)
  }),
)

function secondsIn(part: string): number {
  if (part.endsWith('h')) return 3600
  return part.endsWith('m') ? 60 : 1
}

/** Returns a schema for a duration of at most `most` seconds. `inWords` describes that maximum in the error message, such as "7 days". */
export function maxDurationSchema(most: number, inWords: string) {
  return v.pipe(durationSecondsSchema, v.maxValue(most, `must be at most ${inWords}`))
}

/** An http or https origin: scheme, host and port, without a path, query or credentials. */
export const originSchema = v.pipe(
  text,
  v.check(isOrigin, 'must be an http or https address without a path, such as https://www.example.com'),
  v.transform((value) => new URL(value).origin),
)

/** Returns a schema for a URL with one of the given schemes. */
export function urlSchema(...schemes: string[]) {
  const isStarted = (value: string) => schemes.some((scheme) => value.startsWith(`${scheme}://`))
  return v.pipe(
    text,
    v.check(isStarted, `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`),
    v.check(
      (value) => !isStarted(value) || URL.canParse(value),
      'must be a URL of one host; / ? # and % in a password are written as %2F %3F %23 and %25',
    ),
  )
}

/** The URL of a service that gets a secret: https, or http on this machine. */
export const confidentialUrlSchema = v.pipe(
  urlSchema('http', 'https'),
  v.check((value) => {
    const url = URL.parse(value)
    return url === null || url.protocol === 'https:' || isLoopback(url.hostname)
  }, 'must be an https URL; http is only for this machine (localhost)'),
)

/** Returns whether a host name or IP address is this machine's own. */
export function isLoopback(host: string): boolean {
  if (['localhost', '::1', '[::1]'].includes(host) || host.endsWith('.localhost')) return true
  return isIP(host) === 4 && host.startsWith('127.')
}

/** An IP address to listen on, or `localhost` for both loopback addresses. */
export const listeningHostSchema = v.pipe(
  text,
  v.check((value) => value === 'localhost' || isIP(value) !== 0, 'must be an IP address or localhost'),
)

/** Returns a schema for a comma-separated list; empty items are ignored. */
export function commaSeparatedListSchema<Item extends v.GenericSchema<string, unknown>>(item: Item) {
  return v.pipe(
    text,
    v.transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
    v.array(item),
  )
}

/** URLs or URL patterns, separated by commas. A comma within braces belongs to the pattern: `https://{a,b}.example.com/**`. */
export const redirectPatternsSchema = v.pipe(
  singleLineSchema,
  v.transform((value) =>
    value
      .split(/,(?![^{]*\})/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
  v.check(
    (patterns) => patterns.every((pattern) => /^[^{}]*(\{[^{}]*\}[^{}]*)*$/.test(pattern)),
    'must be addresses or patterns such as https://*.example.com/**, separated by commas, with braces in pairs',
  ),
)

/** An IP address, or a range of them such as 10.0.0.0/8. */
export const ipRangeSchema = v.pipe(
  text,
  v.check(
    (value) => addAddressRange(new BlockList(), value),
    'must be IP addresses or ranges such as 10.0.0.0/8, separated by commas',
  ),
)

/** The API key that browsers send: at least 16 characters, and not a secret key. */
export const publishableKeySchema = v.pipe(
  singleLineSchema,
  v.minLength(16, 'must have at least 16 characters'),
  v.check((value) => !value.startsWith('sb_secret_'), 'must not be a secret key, because every visitor sees it'),
)

/** The API key of operators: at least 24 characters, so that it can't be guessed. */
export const secretKeySchema = v.pipe(singleLineSchema, v.minLength(24, 'must have at least 24 characters'))

/** A secret for HS256: at least 256 bits (RFC 7518, 3.2). */
export const hmacSecretSchema = v.pipe(singleLineSchema, v.minBytes(32, 'must have at least 32 characters'))

function isOrigin(value: string): boolean {
  const url = URL.parse(value)
  if (url === null) return false
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && url.pathname === '/' && url.search + url.hash + url.username + url.password === ''
}

/** Adds an IP address, or a range of them such as 10.0.0.0/8, to a list. Returns false when the text is neither. */
export function addAddressRange(list: BlockList, written: string): boolean {
  const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(written) ?? []
  const version = isIP(address)
  const bits = version === 6 ? 128 : 32
  const length = Number(prefix ?? bits)
  if (version === 0 || length > bits) return false
  list.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4')
  return true
}
