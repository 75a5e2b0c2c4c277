// Measures an upper bound for the throughput of the data API: runs the same statements in the same transactions and batches, without
// HTTP. For a sign-in it only verifies the password. `node bench/same-sql.ts <DATA_DIR> <DATABASE_URL or ->
// <insert|read|password|refresh> <clients> <seconds>` prints the calls per second.

import { createRowInserter } from '../backend/src/acceleration/batched-inserts.ts'
import { hashPassword, verifyPassword } from '../backend/src/auth/users/password-hash.ts'
import { readConfig } from '../backend/src/config.ts'
import { openDatabase } from '../backend/src/database/open.ts'
import type { Caller } from '../backend/src/database/port/database.ts'
import { MetricsRegistry } from '../backend/src/metrics/metrics.ts'
import { parseAcceptHeader } from '../backend/src/rest/parse/parse-accept.ts'
import { parseRestQuery } from '../backend/src/rest/parse/parse-query.ts'
import { parseRequestRows } from '../backend/src/rest/parse/parse-rows.ts'
import { createSchemaCache } from '../backend/src/rest/schema-cache.ts'
import { insertRows } from '../backend/src/rest/sql/changes-store.ts'
import { selectRows } from '../backend/src/rest/sql/rows-store.ts'
import { createSignupInsertExtension } from '../server/src/signup-inserts.ts'
import { readSiteSettings } from '../server/src/site-settings.ts'
import { randomClientAddress, randomPerson } from './load/random-person.ts'
import { prepareTokenRefreshSql } from './refresh-sql.ts'

const [dataDir = '', databaseUrl = '-', what = 'read', clients = '1', seconds = '1'] = process.argv.slice(2)
const config = readConfig({
  DATA_DIR: dataDir,
  ...(databaseUrl === '-' ? {} : { DATABASE_URL: databaseUrl }),
})
const database = await openDatabase({
  ...config,
  callerSettings: readSiteSettings({ LIMIT_SIGNUPS_PER_SOURCE: '1000000' }).database,
})
const { tables } = await createSchemaCache(database).get()
const visitor: Caller = { role: 'anon', claims: { role: 'anon' }, source: '127.0.0.1', userAgent: 'Mozilla/5.0' }
const form = parseAcceptHeader('*/*')
const signups = createSignupInsertExtension(new MetricsRegistry(), { wakeSoon() {} })
const insertBatched = createRowInserter({ database, log: console }, new Map([['early_access_users', signups]]))
const PASSWORD = 'Lanterns over the lake 12'

const stored = await hashPassword(PASSWORD)
const calls: Record<string, () => Promise<unknown>> = { insert, read, password: () => verifyPassword(PASSWORD, stored) }
const call = what === 'refresh' ? await prepareTokenRefreshSql(database, Number(clients)) : (calls[what] ?? read)
// The calls are repeated as a warm-up, because WebAssembly code is slow until it has been called often enough to be optimised.
const warm = performance.now() + (what === 'password' ? 0 : Number(seconds) * 1_000)
do await call()
while (performance.now() < warm)

const start = performance.now()
const end = start + Number(seconds) * 1_000
let done = 0
await Promise.all(Array.from({ length: Number(clients) }, callUntilTheEnd))
console.log(done / ((performance.now() - start) / 1_000))
await database.close()

async function callUntilTheEnd(): Promise<void> {
  while (performance.now() < end) {
    await call()
    done += 1
  }
}

async function insert(): Promise<void> {
  const person = randomPerson()
  const caller = { ...visitor, source: randomClientAddress() }
  const rows = parseRequestRows(person, JSON.stringify(person), parseRestQuery('/'))
  const how = { output: null, order: [], conflict: null, missing: 'null' as const }
  const table = tableOf('early_access_users')
  const insertAlone = () => database.asCaller(caller, (tx) => insertRows(tx, table, rows, how))
  await insertBatched({ caller, table: table.name, rows, insertAlone })
}

async function read(): Promise<void> {
  const { select, conditions, order } = parseRestQuery('/?select=value&key=eq.early_access_spots')
  const reading = { select, conditions, order, range: { offset: 0, limit: 1_000 }, count: false, form }
  await database.asCaller(visitor, (tx) => selectRows(tx, tableOf('app_settings'), reading))
}

function tableOf(name: string) {
  const table = tables.get(name)
  if (!table) throw new Error(`There is no table ${name}.`)
  return table
}
