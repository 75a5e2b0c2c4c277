// Simulates many open pages: opens WebSockets like supabase-js, subscribes each to the number of spots, and prints a line of JSON for
// every value that all of them have received. `node bench/load/sockets.ts <url> <apikey> <count>`
import { once } from 'node:events'
import { looseObject, object, parse, string, tuple, unknown } from 'valibot'
import { WebSocket } from 'ws'

const [url = '', apikey = '', count = '0'] = process.argv.slice(2)
const many = Number(count)
const CHANGES = { event: '*', schema: 'public', table: 'app_settings', filter: 'key=eq.early_access_spots' }
const message = tuple([unknown(), unknown(), string(), string(), looseObject({})])
const changed = object({ data: looseObject({ record: looseObject({ value: string() }) }) })

let joined = 0
const arrivals = new Map<string, number[]>()

for (let first = 0; first < many; first += 50) {
  await Promise.all(Array.from({ length: Math.min(50, many - first) }, openOne))
}
setInterval(() => {}, 60_000)

async function openOne(): Promise<void> {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${apikey}&vsn=2.0.0`
  const socket = new WebSocket(address, { perMessageDeflate: false })
  socket.on('message', receive)
  await once(socket, 'open')
  socket.send(JSON.stringify(['1', '1', 'realtime:spots', 'phx_join', { config: { postgres_changes: [CHANGES] } }]))
  setInterval(() => socket.send(JSON.stringify([null, '2', 'phoenix', 'heartbeat', {}])), 25_000)
}

function receive(bytes: Buffer): void {
  const now = performance.timeOrigin + performance.now()
  const [, , , event, payload] = parse(message, JSON.parse(bytes.toString()))
  if (event === 'system') {
    joined += 1
    if (joined === many) console.log(JSON.stringify({ joined }))
  }
  if (event !== 'postgres_changes') return
  const { value } = parse(changed, payload).data.record
  const times = arrivals.get(value) ?? []
  arrivals.set(value, times)
  times.push(now)
  if (times.length === many) console.log(JSON.stringify({ value, times }))
}
