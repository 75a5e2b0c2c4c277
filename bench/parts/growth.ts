import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { readConfig } from '../../backend/src/config.ts'
import { openDatabase } from '../../backend/src/database/open.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import type { Figure, Part } from '../figures.ts'
import { putUnderLoad } from '../load/load.ts'
import { PUBLISHABLE_KEY, SECRET_KEY, type Server, startServer } from '../server.ts'
import { peakMegabytes, residentMegabytes } from './start.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const VISITOR = { apikey: PUBLISHABLE_KEY, 'user-agent': 'Mozilla/5.0', 'content-type': 'application/json' }
const ADMIN = join(import.meta.dirname, '../../admin/src/main.ts')

type Measured = { insert: number; read: number; start: number; memory: number; exported: Exported }
type Exported = { perThousand: number; command: number; server: number }

/** The same calls with more and more people signed up (PGlite). Each beside ten thousand: flat is what is asked. */
export const part: Part = {
  title: 'Growth, on PGlite',
  async measure() {
    await using server = await startServer()
    const measured: Measured[] = []
    for (const size of SIZES) {
      await server.stop()
      await fillUp(server.dataDir, size)
      const start = performance.now()
      await server.start()
      measured.push(await measureAt(server, (performance.now() - start) / 1_000))
    }
    return { figures: measured.flatMap((at, index) => figuresOf(SIZES[index] ?? 0, at, measured[0] ?? at)), notes: [] }
  },
}

function figuresOf(size: number, at: Measured, first: Measured): Figure[] {
  const name = size.toLocaleString('en')
  const flat = size === SIZES[0] ? {} : { atMost: 1.3 }
  const beside = `${SIZES[0]?.toLocaleString('en')} sign-ups`
  return [
    { what: `${name}: sign-up, 32 clients`, value: at.insert, unit: 'req/s' },
    {
      what: `${name}: sign-up takes so many times as long`,
      value: first.insert / at.insert,
      unit: 'times',
      ...flat,
      beside,
    },
    { what: `${name}: spots read, 32 clients`, value: at.read, unit: 'req/s' },
    {
      what: `${name}: spots read takes so many times as long`,
      value: first.read / at.read,
      unit: 'times',
      ...flat,
      beside,
    },
    { what: `${name}: start`, value: at.start, unit: 's' },
    {
      what: `${name}: start takes so many times as long`,
      value: at.start / first.start,
      unit: 'times',
      ...flat,
      beside,
    },
    { what: `${name}: memory of the server before the export`, value: at.memory, unit: 'MB' },
    { what: `${name}: export of all, a thousand rows of it`, value: at.exported.perThousand, unit: 'ms' },
    {
      what: `${name}: a thousand rows take so many times as long`,
      value: at.exported.perThousand / first.exported.perThousand,
      unit: 'times',
      ...flat,
      beside,
    },
    { what: `${name}: most memory of the exporting command`, value: at.exported.command, unit: 'MB' },
    { what: `${name}: most memory of the server until then`, value: at.exported.server, unit: 'MB' },
  ]
}

/** People by SQL, past triggers and limits: what is measured comes after them. */
async function fillUp(dataDir: string, size: number): Promise<void> {
  const database = await openDatabase(readConfig({ DATA_DIR: dataDir }))
  await database.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into public.early_access_users (name, email, created_at)
      select 'Mara Kalomi', 'mara.' || number || '@guests.example.com', now() - (${size}::bigint - number) * interval '7 seconds'
      from generate_series((select count(*) from public.early_access_users) + 1, ${size}::bigint) as number
      on conflict do nothing`.execute(tx)
  })
  await sql`vacuum analyze public.early_access_users`.execute(database.kysely)
  await database.close()
}

async function measureAt(server: Server, start: number): Promise<Measured> {
  const spots = { url: `${server.url}/rest/v1/app_settings?select=value&key=eq.early_access_spots`, headers: VISITOR }
  const signUp = { url: `${server.url}/rest/v1/early_access_users`, method: 'POST' as const, headers: VISITOR }
  const read = await putUnderLoad({ ...spots, clients: 32, seconds: 2 })
  const insert = await putUnderLoad({ ...signUp, clients: 32, seconds: 3, body: { kind: 'sign-up' } })
  const memory = await residentMegabytes(server.process().pid)
  return { insert: insert.perSecond, read: read.perSecond, start, memory, exported: await exportAll(server) }
}

/** Exports everybody with the operators' own command, and looks at its memory while it runs. */
async function exportAll(server: Server): Promise<Exported> {
  await using folder = await temporaryFolder('export-')
  const file = join(folder.path, 'signups.csv')
  const env = { PATH: process.env['PATH'] ?? '', SUPABASE_URL: server.url, SUPABASE_SECRET_KEY: SECRET_KEY }
  const begun = performance.now()
  const child = spawn(process.execPath, [ADMIN, 'signups', 'export', '--to', file], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = child.stderr.setEncoding('utf8').toArray()
  let isRunning = true
  const ended = once(child, 'exit').finally(() => {
    isRunning = false
  })
  let command = 0
  while (isRunning) {
    command = Math.max(command, await peakMegabytes(child.pid ?? 0))
    await Promise.race([ended, pause(200)])
  }
  const count = /([\d,]+) sign-ups? written/.exec((await said).join(''))?.[1]
  if (count === undefined) throw new Error('The export did not say that it was done.')
  const thousands = Number(count.replaceAll(',', '')) / 1_000
  return {
    perThousand: (performance.now() - begun) / thousands,
    command,
    server: await peakMegabytes(server.process().pid),
  }
}
