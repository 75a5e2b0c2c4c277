import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import * as v from 'valibot'
import type { SelfSignedCertificate } from './self-signed-certificate.ts'

/** A signing secret for tests, in the format of `openssl rand -base64 32`. */
export const WEBHOOK_TEST_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

const envelope = v.object({ type: v.string(), timestamp: v.string(), data: v.record(v.string(), v.unknown()) })

/** A webhook event with a valid signature. `id` is the value of its `webhook-id` header. */
export type ReceivedEvent = v.InferOutput<typeof envelope> & { id: string }

/** An HTTP server that receives webhooks and verifies every signature with the official library. */
export type WebhookReceiver = AsyncDisposable & {
  url: string
  /** The certificate in PEM, or null without TLS. */
  certificate: string | null
  /** The accepted events, in order of arrival. */
  events: ReceivedEvent[]
  /** Returns the number of requests, including rejected ones. */
  requests(): number
  /** Replaces the response to requests with a valid signature, whose events are then not recorded. The default is 204. */
  respond(how: (response: ServerResponse, headers: IncomingHttpHeaders) => void): void
  /** Stops listening and closes all connections, to simulate an outage. */
  goDown(): Promise<void>
  /** Listens again, on the same port, after `goDown`. */
  comeUp(): Promise<void>
}

/** Starts a receiver on 127.0.0.1, with TLS when a certificate is given. */
export async function startWebhookReceiver(certificate: SelfSignedCertificate | null = null): Promise<WebhookReceiver> {
  const events: ReceivedEvent[] = []
  const sockets = new Set<Socket>()
  let requests = 0
  let respond: Parameters<WebhookReceiver['respond']>[0] | null = null
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests += 1
    const body = await text(request)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const event = v.parse(envelope, new Webhook(WEBHOOK_TEST_SECRET).verify(body, headers))
    if (respond !== null) return respond(response, request.headers)
    events.push({ id: headers['webhook-id'] ?? '', ...event })
    response.writeHead(204).end()
  }
  const handle: RequestListener = (request, response) => {
    // Responds with 500 to an invalid signature or body. The event is then not recorded, so a test that waits for it fails.
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  }
  const server = certificate === null ? createServer(handle) : createSecureServer(certificate, handle)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  async function goDown(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    url: `${certificate === null ? 'http' : 'https'}://127.0.0.1:${port}/hook`,
    certificate: certificate?.cert ?? null,
    events,
    requests: () => requests,
    respond: (how) => {
      respond = how
    },
    goDown,
    comeUp: async () => void (await listen(port)),
    [Symbol.asyncDispose]: goDown,
  }
}

/** Returns environment variables that configure a receiver as the only target. `more` are further fields of the target. */
export function webhookEnvironment(receiver: Pick<WebhookReceiver, 'url'>, more: object = {}): Record<string, string> {
  return {
    WEBHOOKS: JSON.stringify([{ name: 'crm', url: receiver.url, secrets: [WEBHOOK_TEST_SECRET], ...more }]),
    WEBHOOKS_PRIVATE_NETWORKS: '127.0.0.1',
  }
}
