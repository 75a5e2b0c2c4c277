import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { type AuthConfig, authVariableSchemas, createAuthConfig } from './config-auth.ts'
import { jwtKeysSchema, type SigningKey } from './config-keys.ts'
import { findSecretWeakness, findSigningKeyWeakness, isReachableFromOtherHosts } from './config-secrets.ts'
import {
  booleanSchema,
  commaSeparatedListSchema,
  hmacSecretSchema,
  integerSchema,
  ipRangeSchema,
  listeningHostSchema,
  originSchema,
  publishableKeySchema,
  type SettingSchemas,
  secretKeySchema,
  setting,
  singleLineSchema,
  urlSchema,
} from './config-values.ts'

/** The validated configuration. Functions get it as a parameter; only this file reads the environment. */
export type ServerConfig = Readonly<{
  /** The TCP port to listen on. With `PORT=0` it is 0 until `readConfigAtPort` sets the port that the operating system chose. */
  port: number
  /** The IP addresses to listen on. */
  hosts: readonly string[]
  /**
   * The number of listening sockets that systemd passed to this process, from file descriptor 3 on (sd_listen_fds(3)). With 0 the server
   * binds `hosts` and `port` itself.
   */
  inheritedSockets: number
  /** The public origin of the site, without a trailing slash. Used for links in e-mails, CORS and the allow-list of redirects. */
  siteUrl: string
  dataDir: string
  databaseUrl: string | null
  publishableKey: string
  /** The API key of operators. null: a key is created at the first start and stored in `dataDir`. */
  secretKey: string | null
  /** A key that grants access to `/metrics` only. If null, only the secret key and requests from loopback have access to `/metrics`. */
  metricsKey: string | null
  jwtSecret: string | null
  jwtKeys: readonly SigningKey[] | null
  trustedProxies: readonly string[]
  /** Whether the data API caches queries and batches inserts. */
  acceleration: boolean
  limits: Readonly<{
    connectionsPerSource: number
    socketsPerSource: number
    sockets: number
  }>
  auth: AuthConfig
}>

/** Thrown when an environment variable has an invalid value. The message is one sentence, which the server prints instead of starting. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const loopback = ['127.0.0.1', '::1']

/** The publishable key of a server without SUPABASE_PUBLISHABLE_KEY. It is public. */
export const DEVELOPMENT_PUBLISHABLE_KEY = 'sb_publishable_local-development-only'

const environment = v.object({
  PORT: setting(integerSchema(0, 65535), '3000', 'port to listen on; 0 picks a free port'),
  HOST: setting(listeningHostSchema, 'localhost', 'IP address to listen on; `localhost` is both loopback addresses'),
  SITE_URL: setting(
    originSchema,
    undefined,
    'public origin, for links, CORS and redirects; else the listening address',
  ),
  DATA_DIR: setting(singleLineSchema, './data', 'the own PostgreSQL, keys, stored files, mail files'),
  DATABASE_URL: setting(
    urlSchema('postgres', 'postgresql'),
    undefined,
    'another PostgreSQL, 15 or later; else an own PostgreSQL 18 in `DATA_DIR`',
  ),
  SUPABASE_PUBLISHABLE_KEY: setting(publishableKeySchema, DEVELOPMENT_PUBLISHABLE_KEY, 'key of browsers: role `anon`'),
  SUPABASE_SECRET_KEY: setting(
    secretKeySchema,
    undefined,
    'key of operators: role `service_role`; else generated in `DATA_DIR`',
  ),
  METRICS_KEY: setting(secretKeySchema, undefined, 'a key for `/metrics` only'),
  ACCELERATION: setting(booleanSchema, 'false', 'response cache and batched inserts'),
  SUPABASE_JWT_SECRET: setting(hmacSecretSchema, undefined, 'signs access tokens (HS256) and legacy JWT keys'),
  LIMIT_CONNECTIONS_PER_SOURCE: setting(integerSchema(1, 1_000_000), '1000', 'open HTTP connections per IP address'),
  LIMIT_SOCKETS_PER_SOURCE: setting(integerSchema(1, 1_000_000), '50', 'open WebSockets per IP address'),
  LIMIT_SOCKETS: setting(integerSchema(1, 10_000_000), '20000', 'open WebSockets in total'),
  TRUSTED_PROXIES: setting(
    commaSeparatedListSchema(ipRangeSchema),
    '',
    'IP addresses or ranges of proxies whose `X-Forwarded-For` is used',
  ),
  AUTH_JWT_KEYS: setting(
    jwtKeysSchema,
    undefined,
    'a JWK array, or the path of a file with one; the key with `sign` in `key_ops` signs tokens; else generated in `DATA_DIR`',
  ),
  LISTEN_FDS: setting(integerSchema(0, 16), '0', 'set by systemd (socket activation)'),
  LISTEN_PID: setting(integerSchema(0, 4_194_304), '0', 'set by systemd (socket activation)'),
  ...authVariableSchemas,
})

/** The environment variables of the configuration. */
export const CONFIG_VARIABLES: SettingSchemas = environment.entries

/** The names of the environment variables of the configuration. */
export const CONFIG_VARIABLE_NAMES: readonly string[] = Object.keys(environment.entries)

/** Reads and validates every environment variable of docs/environment.md. Throws a ConfigError that names the first invalid variable. */
export function readConfig(env: Record<string, string | undefined>): ServerConfig {
  const values = parseEnvironment(environment, env)
  const hosts = values.HOST === 'localhost' ? loopback : [values.HOST]
  const siteUrl = values.SITE_URL ?? listeningAddress(values.HOST, values.PORT)
  if (isReachableFromOtherHosts(siteUrl, hosts)) refuseKnownSecrets(values)
  refuseContradictions(values, siteUrl)
  return deepFreeze({
    port: values.PORT,
    hosts,
    // LISTEN_PID is the id of the process that systemd opened the sockets for. A child process inherits the variables, although its file
    // descriptors are not those sockets.
    inheritedSockets: values.LISTEN_PID === process.pid ? values.LISTEN_FDS : 0,
    siteUrl,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    publishableKey: values.SUPABASE_PUBLISHABLE_KEY,
    secretKey: values.SUPABASE_SECRET_KEY ?? null,
    metricsKey: values.METRICS_KEY ?? null,
    jwtSecret: values.SUPABASE_JWT_SECRET ?? null,
    jwtKeys: values.AUTH_JWT_KEYS ?? null,
    trustedProxies: values.TRUSTED_PROXIES,
    acceleration: values.ACCELERATION,
    limits: {
      connectionsPerSource: values.LIMIT_CONNECTIONS_PER_SOURCE,
      socketsPerSource: values.LIMIT_SOCKETS_PER_SOURCE,
      sockets: values.LIMIT_SOCKETS,
    },
    auth: createAuthConfig(values, siteUrl),
  })
}

/** Parses environment variables; an empty value counts as unset. Throws a ConfigError that names the first invalid variable. */
export function parseEnvironment<const Schema extends v.GenericSchema>(
  schema: Schema,
  env: Record<string, string | undefined>,
): v.InferOutput<Schema> {
  const set = Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== '')
  const parsed = v.safeParse(schema, Object.fromEntries(set), { abortEarly: true })
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new ConfigError(`${String(issue.path?.[0]?.key)} ${issue.message}.`)
}

/** Throws a ConfigError when a variable is valid by itself, but not together with another. */
function refuseContradictions(values: v.InferOutput<typeof environment>, siteUrl: string): void {
  const { AUTH_WEBAUTHN_RP_ID: rpId, AUTH_EXTERNAL_GOOGLE_CLIENT_ID: clientId } = values
  // Browsers refuse any other relying party (WebAuthn, "Relying Party Identifier").
  if (rpId !== undefined && !`.${new URL(siteUrl).hostname}`.endsWith(`.${rpId}`))
    throw new ConfigError('AUTH_WEBAUTHN_RP_ID must be the host of SITE_URL, or a domain that it belongs to.')
  if (values.AUTH_EXTERNAL_GOOGLE_ENABLED && (clientId === '' || values.AUTH_EXTERNAL_GOOGLE_SECRET === ''))
    throw new ConfigError(
      'AUTH_EXTERNAL_GOOGLE_ENABLED needs AUTH_EXTERNAL_GOOGLE_CLIENT_ID and AUTH_EXTERNAL_GOOGLE_SECRET.',
    )
}

function refuseKnownSecrets(values: v.InferOutput<typeof environment>): void {
  const { SUPABASE_JWT_SECRET: jwtSecret, SUPABASE_SECRET_KEY: secretKeySchema, METRICS_KEY: metricsKey } = values
  const keys = values.AUTH_JWT_KEYS ?? []
  const faults = {
    SUPABASE_JWT_SECRET: jwtSecret === undefined ? null : findSecretWeakness(jwtSecret),
    SUPABASE_SECRET_KEY: secretKeySchema === undefined ? null : findSecretWeakness(secretKeySchema),
    METRICS_KEY: metricsKey === undefined ? null : findSecretWeakness(metricsKey),
    AUTH_JWT_KEYS: keys.map(findSigningKeyWeakness).find((fault) => fault !== null) ?? null,
  }
  for (const [name, fault] of Object.entries(faults)) if (fault !== null) throw new ConfigError(`${name} ${fault}.`)
}

/**
 * Returns the configuration for `PORT=0` after the operating system chose a port: `port` and all values that depend on it, such as the
 * site's URL, are set.
 */
export function readConfigAtPort(env: Record<string, string | undefined>, port: number): ServerConfig {
  return readConfig({ ...env, PORT: String(port) })
}

function listeningAddress(host: string, port: number): string {
  const isOwnMachine =
    host === 'localhost' || host === '::1' || host === '::' || host === '0.0.0.0' || host.startsWith('127.')
  const name = isOwnMachine ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host
  return new URL(`http://${name}:${port}`).origin
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  return Object.freeze(value)
}
