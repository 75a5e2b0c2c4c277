import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { type BlockList, isIP } from 'node:net'
import { isInRanges, isPublicAddress } from './network-address.ts'

/** An HTTP request to a receiver. */
export type WebhookRequest = { url: URL; headers: Readonly<Record<string, string>>; body: string }

/** The receiver's response: its status, and the header `Retry-After` in seconds, or 0. */
export type WebhookResponse = { status: number; retryAfter: number }

/**
 * Thrown when there is no response: the host is not allowed, or it cannot be resolved or reached, or it does not respond in time. The
 * message is stored and logged, so it contains no URL.
 */
export class WebhookRequestError extends Error {
  override name = 'WebhookRequestError'
}

/** The private networks that `sendWebhookRequest` may connect to. Tests also replace the DNS lookup and the trusted certificate. */
export type WebhookNetwork = {
  privateNetworks: BlockList | null
  resolve?: (host: string) => Promise<string[]>
  ca?: string
}

const HEADERS_MAX = 8 * 1024
const BODY_MAX = 64 * 1024
const BODY_DEADLINE_MS = 2_000
const ADDRESSES_MAX = 4

/** Connection errors before any byte was sent, after which the next address of the host is tried. */
const UNREACHED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/**
 * Sends a request and returns the status of the response. Throws a WebhookRequestError when there is none.
 *
 * To prevent server-side request forgery, the host name is resolved once, every address must be public or in `privateNetworks`, and the
 * connection goes to a checked address, so that a second DNS response cannot contain a private one (DNS rebinding). http is allowed only
 * to `privateNetworks`. Redirects are not followed. The TLS certificate is verified for the host name. The body is discarded.
 */
export async function sendWebhookRequest(
  request: WebhookRequest,
  network: WebhookNetwork,
  signal: AbortSignal,
): Promise<WebhookResponse> {
  const addresses = await untilAborted(findAllowedAddresses(request.url, network), signal)
  let unreached = new WebhookRequestError('The host of the receiver has no address.')
  for (const address of addresses.slice(0, ADDRESSES_MAX)) {
    try {
      return await sendTo(address, request, network, signal)
    } catch (error) {
      if (!(error instanceof WebhookRequestError) || !UNREACHED.has(String(error.cause))) throw error
      unreached = error
    }
  }
  throw unreached
}

async function findAllowedAddresses(
  { hostname, protocol }: URL,
  { privateNetworks, resolve = resolveHost }: WebhookNetwork,
): Promise<string[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) === 0 ? await resolve(host).catch(refuseUnknownHost) : [host]
  for (const address of addresses) {
    if (privateNetworks !== null && isInRanges(address, privateNetworks)) continue
    if (!isPublicAddress(address)) {
      throw new WebhookRequestError(
        'The host of the receiver has a private address; WEBHOOKS_PRIVATE_NETWORKS can allow it.',
      )
    }
    if (protocol === 'http:') {
      throw new WebhookRequestError('The receiver has a public address, so its URL must be https.')
    }
  }
  return addresses
}

async function resolveHost(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true })
  // IPv4 first: on the many servers without IPv6, connecting to an IPv6 address fails.
  return found.toSorted((a, b) => a.family - b.family).map(({ address }) => address)
}

function refuseUnknownHost(cause: unknown): never {
  throw new WebhookRequestError(`The host of the receiver cannot be resolved (${codeOf(cause)}).`, { cause })
}

function sendTo(
  address: string,
  { url, headers, body }: WebhookRequest,
  { ca }: WebhookNetwork,
  signal: AbortSignal,
): Promise<WebhookResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<WebhookResponse>()
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const options = {
    host: address,
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    method: 'POST',
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
    agent: false,
    maxHeaderSize: HEADERS_MAX,
    signal,
    ...(isSecure ? { servername: isIP(host) === 0 ? host : '', ...(ca === undefined ? {} : { ca }) } : {}),
  } as const
  const sending = (isSecure ? requestSecure : requestPlain)(options, (response) => {
    resolve({ status: response.statusCode ?? 0, retryAfter: readRetryAfter(response) })
    discardBody(response)
  })
  sending.on('error', (cause) => {
    const reason = signal.aborted ? 'did not respond in time' : `could not be reached (${codeOf(cause)})`
    reject(new WebhookRequestError(`The receiver ${reason}.`, { cause: codeOf(cause) }))
  })
  sending.end(body)
  return promise
}

/** Reads and discards the body, so that the receiver can finish its response, for at most `BODY_DEADLINE_MS` and `BODY_MAX` bytes. */
function discardBody(response: IncomingMessage): void {
  let length = 0
  const tooLong = setTimeout(() => response.destroy(), BODY_DEADLINE_MS)
  response
    .on('data', (chunk: Uint8Array) => {
      length += chunk.length
      if (length > BODY_MAX) response.destroy()
    })
    .on('error', () => {}) // ignored, because the status is known already
    .on('close', () => clearTimeout(tooLong))
}

/** Returns the header `Retry-After`, a number of seconds or a date (RFC 9110, 10.2.3), in seconds, or 0 without a valid header. */
function readRetryAfter({ headers }: IncomingMessage): number {
  const text = headers['retry-after'] ?? ''
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : 0
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(new WebhookRequestError('The host of the receiver was not resolved in time.'))
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
