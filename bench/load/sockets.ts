// Simulates open pages: opens WebSockets like supabase-js and subscribes each to the number of spots. Reads a number of further sockets to
// open from each line of standard input, and prints a line of JSON when they have joined, and one for every value that all open sockets have
// received. `node bench/load/sockets.ts <url> <apikey>`
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { looseObject, object, parse, string, tuple, unknown } from 'valibot'
import { WebSocket } from 'ws'

const [url = '', apikey = ''] = process.argv.slice(2)
const CHANGES = { event: '*', schema: 'public', table: 'app_settings', filter: 'key=eq.early_access_spots' }
const message = tuple([unknown(), unknown(), string(), string(), looseObject({})])
const changed = object({ data: looseObject({ record: looseObject({ value: string() }) }) })

/** Messages are parsed only when there is one for each socket, so that parsing one does not delay the time at which the next is read. */
let unread: { at: number; bytes: Buffer }[] = []
let opened = 0
let joined = 0
let used = process.cpuUsage()
const arrivals = new Map<string, number[]>()

for await (const line of createInterface(process.stdin)) {
  const target = opened + Number(line)
  while (opened < target) {
    const batch = Math.min(50, target - opened)
    await Promise.all(Array.from({ length: batch }, openOne))
    opened += batch
  }
  const waiting = setInterval(() => {
    readAll()
    if (joined < opened) return
    clearInterval(waiting)
    used = process.cpuUsage()
    console.log(JSON.stringify({ joined }))
  }, 20)
}

async function openOne(): Promise<void> {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${apikey}&vsn=2.0.0`
  const socket = new WebSocket(address, { perMessageDeflate: false })
  socket.on('message', (bytes: Buffer) => {
    unread.push({ at: performance.timeOrigin + performance.now(), bytes })
    if (unread.length >= opened) setImmediate(readAll)
  })
  await once(socket, 'open')
  socket.send(JSON.stringify(['1', '1', 'realtime:spots', 'phx_join', { config: { postgres_changes: [CHANGES] } }]))
  setInterval(() => socket.send(JSON.stringify([null, '2', 'phoenix', 'heartbeat', {}])), 25_000)
}

function readAll(): void {
  const { user, system } = process.cpuUsage(used)
  const messages = unread
  unread = []
  for (const { at, bytes } of messages) {
    const [, , , event, payload] = parse(message, JSON.parse(bytes.toString()))
    if (event === 'system') joined += 1
    if (event !== 'postgres_changes') continue
    const { value } = parse(changed, payload).data.record
    const times = arrivals.get(value) ?? []
    arrivals.set(value, times)
    times.push(at)
    if (times.length === opened) console.log(JSON.stringify({ value, times, cpuMs: (user + system) / 1_000 }))
  }
  used = process.cpuUsage()
}
