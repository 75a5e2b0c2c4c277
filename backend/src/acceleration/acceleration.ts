import type { FastifyBaseLogger } from 'fastify'
import type { Caller, Database } from '../database/database.ts'
import type { TableAccessCache } from '../database/table-access.ts'
import type { FastPath } from '../fast-path.ts'
import type { ReadQuery, StatementResult } from '../rest/rows-store.ts'
import type { ExposedTable } from '../rest/schema.ts'
import type { InsertsByTable } from '../rest/table-inserts.ts'
import { BatchedInserts, type PlainInsert } from './batched-inserts.ts'
import { QueryCache } from './query-cache.ts'
import { ResponseCache, type StoreResponse } from './response-cache.ts'

/** A query of the data API, and the function that runs it. */
type Reading = {
  caller: Caller
  table: ExposedTable
  query: ReadQuery
  request: Parameters<ResponseCache['link']>[0]
  runQuery: () => Promise<StatementResult>
}

/**
 * The shortcuts of the data API: cached queries and responses, and batched inserts (decisions 0012 and 0020). Responses are the same with
 * and without them.
 */
export type Acceleration = {
  start(): Promise<void>
  stop(): Promise<void>
  read(reading: Reading): Promise<StatementResult>
  insert(insert: PlainInsert): Promise<StatementResult>
  /** Called after each change of data, before its response is sent. */
  changed(): void
  storeResponse: StoreResponse
  respond: FastPath
}

type Dependencies = {
  database: Database
  tableAccess: TableAccessCache
  inserts: InsertsByTable
  log: Pick<FastifyBaseLogger, 'error'>
}

/** Creates the caches and the batches of inserts. */
export function accelerate({ database, tableAccess, inserts, log }: Dependencies): Acceleration {
  const queryCache = new QueryCache(database, tableAccess)
  const responseCache = new ResponseCache(queryCache)
  const batchedInserts = new BatchedInserts({ database, queryCache, log }, inserts)
  return {
    start: () => queryCache.start(),
    stop: () => queryCache.stop(),
    async read({ caller, table, query, request, runQuery }) {
      const { result, entry } = await queryCache.read(caller, table, query, runQuery)
      if (entry) responseCache.link(request, entry)
      return result
    },
    insert: (insert) => batchedInserts.insert(insert),
    changed: () => queryCache.forget(),
    storeResponse: (...args) => responseCache.store(...args),
    respond: (request, response) => responseCache.respond(request, response),
  }
}

/** Every query and insert runs by itself. */
export const UNACCELERATED: Acceleration = {
  start: async () => {},
  stop: async () => {},
  read: ({ runQuery }) => runQuery(),
  insert: ({ insertAlone }) => insertAlone(),
  changed() {},
  storeResponse() {},
  respond: () => null,
}
