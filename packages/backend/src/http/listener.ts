import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { ConfigError } from '../config.ts'
import type { ClientConnectionLimiter } from './client-connection-limiter.ts'
import { inTurn } from './pipelined-requests.ts'
import { httpServerOptions, STALLED_CONNECTION_TIMEOUT_MS } from './server.ts'

/** Listening sockets. They are bound before the Fastify app exists, so that an occupied port is reported before any data is changed. */
export type PortListener = {
  port: number
  /** Passes every request to the app, including those that arrived before this call. */
  serve(app: FastifyInstance): void
  /**
   * The first phase of a stop. The server still responds to requests but closes each connection after its response, so that a request that
   * is under way on an idle connection gets a response. Resolves when no request is open and none arrived for 100 ms; at once when there is
   * nothing to wait for; after two seconds at most.
   */
  linger(): Promise<void>
  /** Accepts no more connections. Resolves when the last request is done, or destroys the remaining connections after `graceMs`. */
  close(graceMs: number): Promise<void>
}

type Exchange = [request: IncomingMessage, response: ServerResponse]

const ATTEMPTS = 5
const FIRST_INHERITED = 3
const QUIET_MS = 100
const LINGER_MS = 2_000

/**
 * The maximum number of open connections per listening address (`total`) and per client IP network (`perSource`), and the idle timeout of a
 * connection.
 */
export type ConnectionLimits = { total: number; perSource: ClientConnectionLimiter; stalledMs?: number }

/** The addresses and port to listen on, or the number of sockets that systemd has bound. With port 0 the operating system chooses the port. */
export type ListenAddresses = { hosts: readonly string[]; port: number; inheritedSockets?: number }

/** Binds all addresses to one port, or takes over systemd's sockets. Throws a ConfigError that names the variable PORT, HOST or LISTEN_FDS. */
export async function openPortListener(
  { hosts, port, inheritedSockets = 0 }: ListenAddresses,
  limits: ConnectionLimits,
): Promise<PortListener> {
  const early: Exchange[] = []
  const open = new Set<ServerResponse>()
  let isLingering = false
  let lastClosedAt = -Infinity
  function onClosed(this: ServerResponse) {
    open.delete(this)
    lastClosedAt = performance.now()
  }
  function onResponseError(this: ServerResponse) {
    this.destroy()
  }
  let handle = (...exchange: Exchange) => void early.push(exchange)
  const servers = inheritedSockets > 0 ? await inherit(inheritedSockets) : await bindAll(hosts, port, ATTEMPTS)
  for (const server of servers) {
    server.maxConnections = limits.total
    server.timeout = limits.stalledMs ?? STALLED_CONNECTION_TIMEOUT_MS
    server.on('connection', (socket) => guardConnection(socket, limits.perSource))
    server.on('error', () => {}) // accept() failed, for example for lack of file descriptors; later connections may succeed
    server.on('request', (request, response) => {
      response.on('error', onResponseError)
      inTurn(request, response, () => handle(request, response))
    })
  }
  return {
    port: portOf(servers),
    serve(app) {
      limits.perSource.onRefused((refused) => {
        const message = 'Connections beyond LIMIT_CONNECTIONS_PER_SOURCE are closed'
        app.log.warn({ event: 'connections_refused', refused }, message)
      })
      handle = (request, response) => {
        if (isLingering) response.setHeader('connection', 'close')
        app.server.emit('request', request, response)
        // A response from memory has ended already. It is not tracked, because the set and the listener would cost a tenth of its time.
        if (response.writableEnded) lastClosedAt = performance.now()
        else open.add(response.once('close', onClosed))
      }
      for (const server of servers) {
        server.on('upgrade', (request, socket, head) => app.server.emit('upgrade', request, socket, head))
        server.on('clientError', (error, socket) => app.server.emit('clientError', error, socket))
      }
      for (const exchange of early.splice(0)) handle(...exchange)
    },
    async linger() {
      isLingering = true
      for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close')
      const end = performance.now() + LINGER_MS
      for (;;) {
        const now = performance.now()
        const quietAt = open.size > 0 ? now + QUIET_MS : lastClosedAt + QUIET_MS
        if (Math.min(quietAt, end) <= now) return
        await pause(Math.min(quietAt, end) - now)
        await turn() // lets the event loop read requests that arrived while the process was busy
      }
    },
    close: (graceMs) => closeAll(servers, graceMs),
  }
}

/**
 * Adds an `error` listener for the whole life of a connection. Node's HTTP server removes its own listener when it hands the connection
 * over (upgrade, CONNECT, malformed request), and a connection reset without a listener ends the process. Destroys a connection when its
 * client IP network has reached its limit.
 */
function guardConnection(socket: Socket, perSource: ClientConnectionLimiter): void {
  socket.on('error', () => socket.destroy())
  if (!perSource.admit(socket)) socket.destroy()
}

async function bindAll(hosts: readonly string[], port: number, attempts: number): Promise<Server[]> {
  const servers: Server[] = []
  try {
    for (const host of hosts) {
      const server = await bind(host, port === 0 && servers.length > 0 ? portOf(servers) : port)
      if (server) servers.push(server)
    }
  } catch (error) {
    await closeAll(servers, 0)
    // The operating system may choose a port that is free on one address and in use on another.
    if (port === 0 && attempts > 1 && isCode(error, 'EADDRINUSE')) return bindAll(hosts, port, attempts - 1)
    throw toConfigError(error, hosts, port)
  }
  if (servers.length === 0)
    throw new ConfigError(`HOST must be an address of this machine, and ${hosts.join(', ')} is not.`)
  return servers
}

/**
 * Listens on sockets that systemd has bound, see sd_listen_fds(3). systemd keeps the sockets open while this process restarts, so that new
 * connections wait in the kernel's queue and none is rejected.
 */
async function inherit(count: number): Promise<Server[]> {
  const servers = Array.from({ length: count }, () => createServer(httpServerOptions))
  for (const [index, server] of servers.entries()) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', reject).listen({ fd: FIRST_INHERITED + index }, resolve)
    await promise.catch((cause: unknown) => {
      throw new ConfigError('LISTEN_FDS: a file descriptor that was passed on is no listening socket.', { cause })
    })
    server.off('error', reject)
  }
  return servers
}

/** Binds one address. Returns null for ::1 on a machine without IPv6, as in many containers. */
async function bind(host: string, port: number): Promise<Server | null> {
  const server = createServer(httpServerOptions)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen({ host, port, ipv6Only: host === '::1' }, resolve)
  try {
    await promise
  } catch (error) {
    if (host === '::1' && (isCode(error, 'EADDRNOTAVAIL') || isCode(error, 'EAFNOSUPPORT'))) return null
    throw error
  }
  server.off('error', reject)
  return server
}

async function closeAll(servers: readonly Server[], graceMs: number): Promise<void> {
  const cut = setTimeout(() => servers.forEach((server) => server.closeAllConnections()), graceMs)
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))))
  clearTimeout(cut)
}

function portOf(servers: readonly Server[]): number {
  const address = servers[0]?.address() as AddressInfo
  return address.port
}

function toConfigError(error: unknown, hosts: readonly string[], port: number): unknown {
  const options = { cause: error }
  if (isCode(error, 'EADDRINUSE')) {
    return new ConfigError(`PORT ${port} is taken by another program; stop it or set PORT to another number.`, options)
  }
  if (isCode(error, 'EACCES')) {
    return new ConfigError(
      `PORT ${port} needs rights that this user does not have; set PORT to a number above 1023.`,
      options,
    )
  }
  if (isCode(error, 'EADDRNOTAVAIL') || isCode(error, 'EAFNOSUPPORT')) {
    return new ConfigError(`HOST must be an address of this machine, and ${hosts.join(', ')} is not.`, options)
  }
  return error
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
