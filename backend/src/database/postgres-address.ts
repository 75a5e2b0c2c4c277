import type { ClientConfig } from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { ConfigError } from '../config.ts'

/** What an address may say of protection: what is done, or is so anyway. pg would pass over the rest, and the connection have none. */
const WORDS = new Map([
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
 * What `DATABASE_URL` says of a connection: where it leads, as whom, and how it is encrypted; the rest is not ours to take from there.
 * Reads the files that the address names, once. Throws a sentence that names the variable when one can't be read, or when
 * the address asks for a protection that is not known here (libpq, "Parameter Key Words"). `channel_binding=require` is used
 * where the server offers it.
 */
export function partsOfAddress(databaseUrl: string): ClientConfig {
  const address = inOurWords(databaseUrl)
  const asked = new URL(address).searchParams
  for (const [name, value] of asked) refuseUnmet(name, value)
  const { host, port, user, password, database, ssl, sslnegotiation, options, application_name } = parsed(address)
  const given = { host, port, user, password, database, ssl, sslnegotiation, options, application_name }
  // pg takes what is undefined for said.
  const said = Object.entries(given).filter(([, value]) => value !== undefined)
  const enableChannelBinding = asked.get('channel_binding') === 'require'
  if (enableChannelBinding && !ssl) throw refused('channel_binding=require needs an sslmode.')
  return { ...Object.fromEntries(said), enableChannelBinding }
}

/**
 * The same address as its parser reads it safely. It takes a lone space or percent sign for an address that nobody encoded, and encodes
 * the password again. `require` and its like are written as what pg makes of them today, of which it warns at every start. Where
 * there is no `sslmode`, `ssl` with a word of it is read as that. `system` are the authorities that Node knows anyway.
 */
function inOurWords(databaseUrl: string): string {
  const encoded = databaseUrl.replaceAll(' ', '%20').replace(/%(?![0-9a-f]{2})/gi, '%25')
  const asked = new URL(encoded).searchParams
  const mode = asked.get('sslmode')
  const isVerbatim = asked.has('uselibpqcompat')
  const strong = isVerbatim ? [null, 'verify-full'] : [null, 'verify-full', 'verify-ca', 'require']
  if (asked.get('sslrootcert') === 'system' && !strong.includes(mode)) {
    throw refused('sslrootcert=system needs sslmode=verify-full.')
  }
  const worded = encoded
    .replace(
      /([?&])ssl=(no-verify|prefer|require|verify-ca|verify-full)(?=&|#|$)/g,
      mode === null ? '$1sslmode=$2' : '$&',
    )
    .replace(/([?&])sslrootcert=system(?=&|#|$)/g, '$1sslmode=verify-full')
  return isVerbatim ? worded : worded.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|#|$)/g, '$1verify-full')
}

function refuseUnmet(name: string, value: string) {
  const words = WORDS.get(name)
  if (words?.includes(value) || FILES.includes(name)) return
  if (words) throw refused(`${name} must be one of ${words.join(', ')}.`)
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
