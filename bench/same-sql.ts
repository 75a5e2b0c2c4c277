// Measures an upper bound for the throughput of sign-ups: runs the same statements in the same transactions and batches on the server's own
// PostgreSQL, without HTTP. `node bench/same-sql.ts <DATA_DIR of a stopped server> <clients> <seconds>` prints the sign-ups per second.

import { createRowInserter } from '../packages/backend/src/acceleration/batched-inserts.ts'
import { readConfig } from '../packages/backend/src/config.ts'
import { openDatabase } from '../packages/backend/src/database/open.ts'
import type { Caller } from '../packages/backend/src/database/port/database.ts'
import { MetricsRegistry } from '../packages/backend/src/metrics/metrics.ts'
import { parseRestQuery } from '../packages/backend/src/rest/parse/parse-query.ts'
import { parseRequestRows } from '../packages/backend/src/rest/parse/parse-rows.ts'
import { createSchemaCache } from '../packages/backend/src/rest/schema-cache.ts'
import { insertRows } from '../packages/backend/src/rest/sql/changes-store.ts'
import { createSignupInsertExtension } from '../server/src/signup-inserts.ts'
import { readSiteSettings } from '../server/src/site-settings.ts'
import { randomClientAddress, randomPerson } from './load/random-person.ts'

const [dataDir = '', clients = '1', seconds = '1'] = process.argv.slice(2)
const settings = readSiteSettings({ LIMIT_SIGNUPS_PER_SOURCE: '1000000' })
const config = { ...readConfig({ DATA_DIR: dataDir }), callerSettings: settings.database }
const database = await openDatabase(config)
const { tables } = await createSchemaCache(database).get()
const table = tables.get('early_access_users')
if (!table) throw new Error('There is no table early_access_users.')
const visitor: Caller = { role: 'anon', claims: { role: 'anon' }, source: '127.0.0.1', userAgent: 'Mozilla/5.0' }
const signups = createSignupInsertExtension(new MetricsRegistry(), { wakeSoon() {} })
const insertBatched = createRowInserter({ database, log: console }, new Map([[table.name, signups]]))

await signUpFor(Number(seconds)) // a warm-up, which the server gets too
console.log(await signUpFor(Number(seconds)))
await database.close()

/** Signs people up for some seconds and returns the sign-ups per second. */
async function signUpFor(duration: number): Promise<number> {
  const start = performance.now()
  let done = 0
  const signUpUntilTheEnd = async () => {
    while (performance.now() < start + duration * 1_000) {
      await insert()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: Number(clients) }, signUpUntilTheEnd))
  return done / ((performance.now() - start) / 1_000)
}

async function insert(): Promise<void> {
  if (!table) return
  const person = randomPerson()
  const caller = { ...visitor, source: randomClientAddress() }
  const rows = parseRequestRows(person, JSON.stringify(person), parseRestQuery('/'))
  const how = { output: null, order: [], conflict: null, missing: 'null' as const }
  const insertAlone = () => database.asCaller(caller, (tx) => insertRows(tx, table, rows, how))
  await insertBatched({ caller, table: table.name, rows, insertAlone })
}
