import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createLoadGenerator, setSpots } from './crowd.ts'
import { createZeroMeasurement, type FaultMeasurement } from './fault-measurement.ts'

/**
 * Opens `many` connections that send one byte a second (slowloris attack). The server must close these connections and serve other
 * clients meanwhile.
 */
export async function runSlowlorisScenario(many: number): Promise<FaultMeasurement[]> {
  await using backend = await startBackend()
  const { port } = new URL(backend.url)
  const began = performance.now()
  const lived: number[] = []
  const slow = Array.from({ length: many }, async () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {}) // an error is expected, because the server closes the connection of a slow client
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write('POST /rest/v1/early_access_users HTTP/1.1\r\nhost: x\r\nx-slow: ')
    const drip = setInterval(() => socket.write('a'), 1_000)
    socket.resume()
    await closed
    clearInterval(drip)
    lived.push(performance.now() - began)
  })
  await pause(2_000)
  const { failed, slowest } = await othersMeanwhile(backend)
  await Promise.all(slow)
  return [
    createZeroMeasurement('others that were not served meanwhile', failed),
    { what: 'slowest sign-up of the others', value: Math.round(slowest), unit: 'ms', atMost: 5_000 },
    {
      what: `the last of ${many} slow clients was cut after`,
      value: Math.round(Math.max(...lived)),
      unit: 'ms',
      atMost: 20_000,
    },
  ]
}

/**
 * Opens `many` idle WebSockets and measures the server's memory per socket. Meanwhile, the server must serve other clients, and all
 * sockets must receive a database change.
 */
export async function runIdleSocketScenario(many: number): Promise<FaultMeasurement[]> {
  await using backend = await startBackend({
    env: { LIMIT_SOCKETS_PER_SOURCE: String(many + 100), LIMIT_SOCKETS: String(many + 100) },
  })
  const before = await memoryOf(backend)
  let received = 0
  const sockets: WebSocket[] = []
  const began = performance.now()
  try {
    const worker = async () => {
      while (sockets.length < many) sockets.push(await joined(backend, () => (received += 1), sockets.length))
    }
    await Promise.all(Array.from({ length: 100 }, worker))
    const opened = performance.now()
    const after = await memoryOf(backend)
    const { failed, slowest } = await othersMeanwhile(backend)
    received = 0
    const changed = performance.now()
    await setSpots(backend, 777)
    while (received < sockets.length && performance.now() - changed < 30_000) await pause(20)
    const all = performance.now()
    return [
      { what: 'live sockets', value: sockets.length, unit: '', atLeast: many },
      { what: 'opening them took', value: Math.round(opened - began), unit: 'ms' },
      {
        what: 'memory for each',
        value: Math.round((after - before) / sockets.length / 102.4) / 10,
        unit: 'kB',
        atMost: 60,
      },
      createZeroMeasurement('others that were not served meanwhile', failed),
      { what: 'slowest sign-up of the others', value: Math.round(slowest), unit: 'ms', atMost: 5_000 },
      createZeroMeasurement('sockets that did not receive a change of the spots', sockets.length - received),
      { what: 'until the last one received it', value: Math.round(all - changed), unit: 'ms', atMost: 10_000 },
    ]
  } finally {
    for (const socket of sockets) socket.terminate()
  }
}

async function joined(backend: TestBackend, onChange: () => void, index: number): Promise<WebSocket> {
  const address = `${backend.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${backend.publishableKey}`
  const socket = new WebSocket(address, { headers: { origin: backend.url } })
  socket.on('error', () => {})
  await once(socket, 'open')
  const changes = [{ event: 'UPDATE', schema: 'public', table: 'app_settings', filter: 'key=eq.early_access_spots' }]
  socket.send(
    JSON.stringify(['1', '1', `realtime:idle-${index}`, 'phx_join', { config: { postgres_changes: changes } }]),
  )
  await once(socket, 'message')
  socket.on('message', (data: Buffer) => {
    if (data.includes('"777"')) onChange()
  })
  return socket
}

async function othersMeanwhile(backend: TestBackend): Promise<{ failed: number; slowest: number }> {
  using people = createLoadGenerator(backend, 4)
  let failed = 0
  let slowest = 0
  for (let index = 0; index < 20; index += 1) {
    const { status, ms } = await people.signUp()
    const page = await fetch(backend.url)
    await page.arrayBuffer()
    if (status !== 201 || page.status !== 200) failed += 1
    slowest = Math.max(slowest, ms)
  }
  return { failed, slowest }
}

async function memoryOf(backend: TestBackend): Promise<number> {
  const text = await (await fetch(`${backend.url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
}
