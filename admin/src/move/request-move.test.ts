import { createServer } from 'node:http'
import type { MoveEvent, MoveReport } from '@site/contract/move'
import { createClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { requestMove } from './request-move.ts'

const REPORT: MoveReport = {
  source: 'here',
  target: 'there',
  tables: [{ name: 'public.notes', rows: 2 }],
  // JSON does not escape the line separator U+2028.
  files: { files: 1, bytes: 3, faulty: ['a\u2028ü\u{1F600}.bin'] },
  filesGo: false,
  leftBehind: [],
  nextStep: 'Start it.',
}
const DONE: MoveEvent = { event: 'done', report: REPORT }

/** Asks a server that answers these events, in pieces of seven bytes, and with `breaks` ends the connection in the middle of the response. */
async function ask(events: readonly MoveEvent[], { breaks = false } = {}) {
  const bytes = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    const send = (at: number) => {
      if (at < bytes.length) response.write(bytes.subarray(at, at + 7), () => send(at + 7))
      else if (breaks) response.destroy()
      else response.end()
    }
    send(0)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = v.parse(v.object({ port: v.number() }), server.address())
  const url = `http://127.0.0.1:${port}`
  const shown: string[] = []
  const report = await requestMove(
    { url, key: 'key', client: createClient(url, 'key') },
    { to: 'own', supabase: null, dry_run: true },
    (label, total) => {
      shown.push(`${label} of ${total}`)
      return { advance: (by) => void shown.push(`+${by}`), done: () => void shown.push('done') }
    },
  ).catch((error: unknown) => String(error))
  return { report, shown }
}

test('requestMove shows each step with its progress and returns the report, however the response is cut into chunks', async () => {
  const { report, shown } = await ask([
    { event: 'step', step: 'Reading', total: 2 },
    { event: 'advance', by: 1 },
    { event: 'still here' },
    { event: 'step', step: 'Copying', total: 9 },
    { event: 'advance', by: 9 },
    DONE,
  ])
  expect(report).toEqual(REPORT)
  expect(shown).toEqual(['Reading of 2', '+1', 'done', 'Copying of 9', '+9', 'done'])
})

test('requestMove throws the reason that the server reports, and names a connection that breaks before the report', async () => {
  const step: MoveEvent = { event: 'step', step: 'Reading', total: 2 }
  expect((await ask([step, { event: 'failed', message: 'The target is full.' }])).report).toContain(
    'The target is full.',
  )
  for (const breaks of [true, false]) {
    expect((await ask([step], { breaks })).report).toContain('The move was interrupted: ')
  }
  expect((await ask([DONE], { breaks: true })).report).toEqual(REPORT)
})
