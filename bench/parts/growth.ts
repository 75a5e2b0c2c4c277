import { sql } from 'kysely'
import { readConfig } from '../../backend/src/config.ts'
import { openDatabase } from '../../backend/src/database/open.ts'
import { type Figure, median, type Part } from '../figures.ts'
import { putUnderLoad } from '../load/load.ts'
import { PUBLISHABLE_KEY, SECRET_KEY, type Server, startServer } from '../server.ts'
import { residentMegabytes } from './start.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const VISITOR = { apikey: PUBLISHABLE_KEY, 'user-agent': 'Mozilla/5.0', 'content-type': 'application/json' }
const PAGE = 1_000

type Measured = { insert: number; read: number; start: number; page: number; memory: number }

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
    { what: `${name}: a thousand rows of the export`, value: at.page, unit: 'ms' },
    { what: `${name}: memory after exporting a hundred thousand rows`, value: at.memory, unit: 'MB' },
  ]
}

/** People by SQL, past triggers and limits: what is measured comes after them. */
async function fillUp(dataDir: string, size: number): Promise<void> {
  const database = await openDatabase(readConfig({ DATA_DIR: dataDir }))
  await database.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into public.early_access_users (name, email)
      select 'Mara Kalomi', 'mara.' || number || '@guests.example.com'
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
  const page = await exportPages(server, 100)
  return {
    insert: insert.perSecond,
    read: read.perSecond,
    start,
    page,
    memory: await residentMegabytes(server.process().pid),
  }
}

/** Reads the sign-ups as CSV the way the operator's export does: page after page by key. The median of a page, in ms. */
async function exportPages({ url }: Server, pages: number): Promise<number> {
  const took: number[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (let page = 0; page < pages; page += 1) {
    const start = performance.now()
    const query = `select=id,name,email,created_at&order=id&limit=${PAGE}&id=gt.${after}`
    const headers = { apikey: SECRET_KEY, accept: 'text/csv' }
    const lines = (await (await fetch(`${url}/rest/v1/early_access_users?${query}`, { headers })).text()).split('\n')
    took.push(performance.now() - start)
    const last = lines.at(-1)?.split(',', 1)[0]
    if (last === undefined || lines.length <= PAGE) break
    after = last
  }
  return median(took)
}
