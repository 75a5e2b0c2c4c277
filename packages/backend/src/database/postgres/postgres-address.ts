import type { ClientConfig } from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { ConfigError } from '../../config.ts'

/**
 * The URL parameters about encryption and their supported values. The pg library would silently ignore other values, and the connection
 * would lack the requested protection.
 */
const ENCRYPTION_PARAMETERS = new Map([
  ['ssl', ['true', '1', 'false', '0']],
  ['sslmode', ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']],
  ['sslnegotiation', ['postgres', 'direct']],
  ['sslcompression', ['0']],
  ['sslsni', ['1']],
  ['ssl_min_protocol_version', ['TLSv1', 'TLSv1.1', 'TLSv1.2']],
  ['gssencmode', ['disable', 'prefer']],
])
const FILES: readonly string[] = ['sslcert', 'sslkey', 'sslrootcert']

/**
 * Parses `DATABASE_URL`: host, database, credentials, encryption, `options` and `application_name`; other parameters are ignored. Reads the
 * certificate files that the URL names, once. Throws a ConfigError when a file can't be read, or when the URL requests a protection that is
 * not supported here (libpq, "Parameter Key Words"). `channel_binding=require` is used where the server offers it.
 */
export function parseDatabaseUrl(databaseUrl: string): ClientConfig {
  const address = normaliseUrl(databaseUrl)
  const asked = new URL(address).searchParams
  for (const [name, value] of asked) refuseUnsupported(name, value)
  const { host, port, user, password, database, ssl, sslnegotiation, options, application_name } = parsed(address)
  const given = { host, port, user, password, database, ssl, sslnegotiation, options, application_name }
  // The pg library treats an undefined option as given, so undefined options are removed.
  const defined = Object.entries(given).filter(([, value]) => value !== undefined)
  const enableChannelBinding = asked.get('channel_binding') === 'require'
  if (enableChannelBinding && !ssl) throw refused('channel_binding=require needs an sslmode.')
  return { ...Object.fromEntries(defined), enableChannelBinding }
}

/**
 * Rewrites the URL for pg's parser. Encodes bare spaces and percent signs: the parser would assume that nothing is encoded and encode
 * the password twice. Writes `require`, `prefer` and `verify-ca` as `verify-full`, which pg treats them as but warns about at every start.
 * Reads `ssl=<mode>` as `sslmode=<mode>` when there is no `sslmode`. `sslrootcert=system` means the root certificates that Node trusts
 * anyway.
 */
function normaliseUrl(databaseUrl: string): string {
  const encoded = databaseUrl.replaceAll(' ', '%20').replace(/%(?![0-9a-f]{2})/gi, '%25')
  const asked = new URL(encoded).searchParams
  const mode = asked.get('sslmode')
  const isVerbatim = asked.has('uselibpqcompat')
  const strong = isVerbatim ? [null, 'verify-full'] : [null, 'verify-full', 'verify-ca', 'require']
  if (asked.get('sslrootcert') === 'system' && !strong.includes(mode)) {
    throw refused('sslrootcert=system needs sslmode=verify-full.')
  }
  const withModes = encoded
    .replace(
      /([?&])ssl=(no-verify|prefer|require|verify-ca|verify-full)(?=&|#|$)/g,
      mode === null ? '$1sslmode=$2' : '$&',
    )
    .replace(/([?&])sslrootcert=system(?=&|#|$)/g, '$1sslmode=verify-full')
  return isVerbatim
    ? withModes
    : withModes.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|#|$)/g, '$1verify-full')
}

function refuseUnsupported(name: string, value: string) {
  const supported = ENCRYPTION_PARAMETERS.get(name)
  if (supported?.includes(value) || FILES.includes(name)) return
  if (supported) throw refused(`${name} must be one of ${supported.join(', ')}.`)
  if (/^(ssl|require_auth$|gssencmode$)/i.test(name)) throw refused(`${name} is not known here.`)
}

function parsed(address: string): ClientConfig {
  try {
    return parseIntoClientConfig(address)
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    const isFile = 'code' in cause && 'syscall' in cause
    const file = isFile && 'path' in cause ? String(cause.path) : 'a file that it names'
    if (isFile) throw refused(`${file} can't be read (${String(cause.code)}).`, cause)
    const isMiswritten = cause instanceof URIError
    throw refused(isMiswritten ? 'what follows a percent sign in it is no UTF-8.' : `${cause.message}.`, cause)
  }
}

function refused(reason: string, cause?: unknown): ConfigError {
  return new ConfigError(`DATABASE_URL: ${reason}`, { cause })
}
