import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../../tests/support/free-port.ts'
import { runSql } from '../../tests/support/postgres.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { median } from '../figures.ts'
import { runLoadTest } from '../load/load.ts'
import { installParseServer } from '../tools/install.ts'
import { startPostgis } from './postgis.ts'

const PROGRAM = join(import.meta.dirname, 'parse/node_modules/parse-server/bin/parse-server')
const MASTER_KEY = 'benchmark'.repeat(4)
const VISITOR = { 'x-parse-application-id': 'site', 'content-type': 'application/json' }
const SPOTS = `/classes/Setting?keys=value&where=${encodeURIComponent('{"key":"early_access_spots"}')}`
const READY_WITHIN_MS = 60_000
const ROUNDS = 3
const NOBODY = { find: {}, get: {}, count: {}, create: {}, update: {}, delete: {}, addField: {} }
const TEXT = { type: 'String' }

/** The throughput of a backend's inserts and reads in requests per second, with the given number of clients. */
export type MeasuredThroughput = { clients: number; insert: number; read: number }

/** The same two tables as in our database, as Parse Server classes: visitors insert a name and an e-mail address, and read one setting. */
const DEFINITIONS = [
  {
    className: 'Signup',
    fields: { name: TEXT, email: TEXT },
    classLevelPermissions: { ...NOBODY, create: { '*': true } },
  },
  {
    className: 'Setting',
    fields: { key: TEXT, value: TEXT },
    classLevelPermissions: { ...NOBODY, find: { '*': true } },
  },
]

/**
 * Measures Parse Server on PostgreSQL for each number of clients. Returns no results and an explanatory note when Parse Server could
 * not run.
 */
export async function measureParseServer(clients: readonly number[]) {
  try {
    await using database = await startPostgis()
    await installParseServer()
    await using parse = await startParse(database.url)
    const measured: MeasuredThroughput[] = []
    for (const many of clients) {
      const insert = { method: 'POST' as const, body: { kind: 'sign-up' as const }, url: `${parse.url}/classes/Signup` }
      measured.push({
        clients: many,
        insert: await perSecond({ ...insert, clients: many }),
        read: await perSecond({ url: `${parse.url}${SPOTS}`, clients: many }),
      })
    }
    return {
      measured,
      notes: [`parse-server ran on the machine's own PostgreSQL ${database.version}, which has PostGIS.`],
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
    return { measured: [], notes: [`parse-server could not be measured: ${reason}.`] }
  }
}

async function perSecond(load: Omit<Parameters<typeof runLoadTest>[0], 'headers' | 'seconds'>): Promise<number> {
  const rounds: number[] = []
  while (rounds.length <= ROUNDS) rounds.push((await runLoadTest({ ...load, headers: VISITOR, seconds: 2 })).perSecond)
  return median(rounds.slice(1)) // the first round is a warm-up, as in the measurement of our server
}

async function startParse(databaseURI: string) {
  await using resources = new AsyncDisposableStack()
  const { path } = resources.use(await createTemporaryFolder('parse-'))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}/parse`
  const settings = {
    ...{ appId: 'site', masterKey: MASTER_KEY, serverURL: url, databaseURI, port, host: '127.0.0.1' },
    ...{ allowClientClassCreation: false, silent: true, schema: { definitions: DEFINITIONS } },
  }
  await writeFile(join(path, 'settings.json'), JSON.stringify(settings))
  const env = { ...process.env, PARSE_SERVER_LOGS_FOLDER: 'null' }
  const child = spawn(process.execPath, [PROGRAM, join(path, 'settings.json')], { cwd: path, env, stdio: 'ignore' })
  resources.defer(async () => {
    const gone = once(child, 'exit')
    if (child.kill('SIGKILL')) await gone
  })
  await untilReady(`${url}${SPOTS}`)
  await runSql(databaseURI, 'create unique index on "Signup" (email)')
  const body = JSON.stringify({ key: 'early_access_spots', value: '10' })
  const headers = { ...VISITOR, 'x-parse-master-key': MASTER_KEY }
  const { ok } = await fetch(`${url}/classes/Setting`, { method: 'POST', headers, body })
  if (!ok) throw new Error('it rejected the insert of the number of spots')
  const owned = resources.move()
  return { url, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (!(await fetch(url, { headers: VISITOR }).catch(() => null))?.ok) {
    if (Date.now() > deadline) throw new Error('it was not ready within a minute')
    await pause(100)
  }
}
