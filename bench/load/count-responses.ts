// The load generator's process for requests that are all equal: reads a `HttpLoad` (generator.ts) as JSON from standard input and prints a
// `LoadResult` as JSON. It writes the same bytes again and again and counts the bytes of the responses, which all have the same length, so
// that it is several times faster than a server on Node. Several requests are in flight on each connection (HTTP pipelining, RFC 9112,
// section 9.3.2), because a system call for every request and response would cost as much as the server's work.
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'valibot'
import { type HttpLoad, httpLoadSchema } from './generator.ts'

const WARM_UP_MS = 500
const PIPELINED = 16
const BUFFER_BYTES = 1 << 20
const START = Buffer.from('HTTP/1.1 2')

const load = parse(httpLoadSchema, JSON.parse(await text(process.stdin)))
const { hostname: host, port } = new URL(load.url)
const request = createGetRequest(load)
const depth = load.clients === 1 ? 1 : PIPELINED
const requests = Array.from({ length: depth + 1 }, (_, count) => Buffer.concat(Array(count).fill(request)))
const buffer = Buffer.alloc(BUFFER_BYTES) // shared by all connections, because its bytes are only counted
const length = await readResponseLength()
let answered = 0

await Promise.all(Array.from({ length: load.clients }, sendForever))
await pause(WARM_UP_MS)
const [before, start, used] = [answered, performance.now(), process.cpuUsage()]
await pause(load.seconds * 1_000)
const [count, seconds, cpu] = [answered - before, (performance.now() - start) / 1_000, process.cpuUsage(used)]
const result = {
  perSecond: count / seconds,
  perCpuSecond: count / ((cpu.user + cpu.system) / 1e6),
  answered,
  failed: 0,
  how: '',
}
process.stdout.write(JSON.stringify(result), () => process.exit())

function createGetRequest({ url, headers = {} }: HttpLoad): Buffer {
  const { host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([`GET ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
}

/** Sends one request on a connection of its own and returns the number of bytes of the response, head included. */
function readResponseLength(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let head = ''
  const socket = connect({ host, port: Number(port) }, () => socket.write(request))
  socket.on('error', reject).on('data', (bytes) => {
    head += bytes.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) return
    socket.destroy()
    const size = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
    if (!head.startsWith(START.toString('latin1')) || size === undefined)
      reject(new Error(`Not counted: ${head.slice(0, end)}`))
    else resolve(end + 4 + Number(size))
  })
  return promise
}

/** Opens a connection and keeps `depth` requests in flight on it. Throws when a response has another length or another status than 2xx. */
async function sendForever(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  let left = length
  const socket = connect({
    host,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer,
      callback(received) {
        let done = 0
        let at = 0
        while (at < received) {
          if (left === length) expectStart(at, received)
          const part = Math.min(left, received - at)
          at += part
          left -= part
          if (left > 0) break
          left = length
          done += 1
        }
        if (done > 0) {
          answered += done
          socket.write(requests[done] ?? '')
        }
        return true
      },
    },
  })
  socket.on('error', reject).once('connect', () => resolve(socket))
  ;(await promise).write(requests[depth] ?? '')
}

function expectStart(at: number, end: number): void {
  const until = Math.min(end, at + START.length)
  if (buffer.compare(START, 0, until - at, at, until) === 0) return
  throw new Error(
    `A response of ${load.url} differs from the first: ${buffer.toString('latin1', at, Math.min(end, at + 100))}`,
  )
}
