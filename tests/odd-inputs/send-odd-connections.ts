import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import * as fc from 'fast-check'
import type { Backend } from '../support/start-backend.ts'
import { type OddConnection, oddConnection } from './odd-connections.ts'
import { faultsIn, type OddReport, sampleSeed, tooFewAnswers } from './odd-report.ts'

const AT_ONCE = 32
const ROUND = 1_000
/**
 * How long a reader waits for the next byte before it leaves, and how long for the first: the server answers in turn, and the clients that
 * read nothing are many. With 300 ms a busy machine's readers read one answer in fifty.
 */
const NEXT_MS = 20
const FIRST_MS = 3_000
/** Of the readers, so many at least get an answer. The others send what is not finished, or nothing. */
const ANSWERED = 0.3
/** A system has some 28,000 ports for connections from one address to another; so connections come from many addresses. */
const ADDRESSES = 100

/** Opens `count` odd connections. The same seed makes the same ones. `statuses` counts the answers that were read. */
export async function sendOddConnections(backend: Backend, count: number, seed: number): Promise<OddReport> {
  const report: OddReport = { sent: 0, statuses: {}, wrong: [] }
  const arbitrary = oddConnection(backend.publishableKey)
  const readers = { waited: 0, answered: 0 }
  for (let round = 0; report.sent < count && report.wrong.length < 50; round += 1) {
    const many = Math.min(ROUND, count - report.sent)
    const queue = fc.sample(arbitrary, { numRuns: many, seed: sampleSeed(seed, round) })
    const worker = async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        report.sent += 1
        const isAnswered = await judge(backend, next, report)
        if (next.ending !== 'answer') continue
        readers.waited += 1
        if (isAnswered) readers.answered += 1
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    const health = await fetch(`${backend.url}/health`).catch(() => null)
    if (health?.status !== 200) break
  }
  report.wrong.push(...tooFewAnswers(readers.waited, readers.answered, ANSWERED), ...(await faultsIn(backend)))
  return report
}

/** Whether an answer was read. */
async function judge(backend: Backend, odd: OddConnection, report: OddReport): Promise<boolean> {
  const heard = await converse(backend, odd, report.sent)
  const answers = [...heard.matchAll(/(?:^|\n)HTTP\/1\.1 (\d{3}) /g)]
  for (const [, status = ''] of answers) {
    report.statuses[status] = (report.statuses[status] ?? 0) + 1
    if (Number(status) < 500) continue
    const sent = odd.parts.map((part) => part.toString('latin1').slice(0, 3_000))
    report.wrong.push(JSON.stringify({ problem: `status ${status}`, sent, heard: heard.slice(0, 1_000) }))
  }
  return answers.length > 0
}

/** One connection from its beginning to its end; what the client read. */
async function converse(backend: Backend, { parts, isSlow, ending }: OddConnection, number: number): Promise<string> {
  const localAddress = process.platform === 'linux' ? `127.0.0.${1 + (number % ADDRESSES)}` : '127.0.0.1'
  const socket = connect({ port: Number(new URL(backend.url).port), host: '127.0.0.1', localAddress })
  let heard = ''
  let lastHeard = performance.now() + FIRST_MS
  socket.on('error', () => {}) // reset by either side
  const closed = new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed')))
  if (ending === 'answer') {
    socket.setEncoding('latin1').on('data', (text: string) => {
      heard += text
      lastHeard = performance.now()
    })
  }
  for (const part of parts) {
    await written(socket, part)
    if (isSlow) await pause(1)
  }
  if (ending === 'answer') {
    while (performance.now() - lastHeard < NEXT_MS && (await Promise.race([closed, pause(NEXT_MS)])) !== 'closed')
      continue
  } else if (ending === 'end') {
    socket.resume().end()
    await Promise.race([closed, pause(NEXT_MS)])
  }
  if (ending === 'reset') socket.resetAndDestroy()
  else socket.destroy()
  await closed
  return heard
}

function written(socket: Socket, part: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve()
    socket.once('close', resolve)
    socket.write(part, () => {
      socket.off('close', resolve)
      resolve()
    })
  })
}
