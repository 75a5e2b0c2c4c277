import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/port/database.ts'
import type { TableAccessCache } from '../database/port/table-access.ts'
import type { InsertExtensionsByTable } from '../rest/table-inserts.ts'
import { createRowInserter } from './batched-inserts.ts'
import { createResponseCache } from './response-cache.ts'

type Dependencies = {
  isEnabled: boolean
  database: Database
  tableAccess: TableAccessCache
  inserts: InsertExtensionsByTable
  log: Pick<FastifyBaseLogger, 'error'>
}

export type RequestAcceleration = ReturnType<typeof createRequestAcceleration>

/**
 * Creates the response cache of the data API (docs/decisions.md, "Responses to visitors' reads are cached in memory") and the insert batching
 * (docs/decisions.md, "Concurrent inserts are stored in batches"). With both disabled, clients get the same responses.
 */
export function createRequestAcceleration({ isEnabled, database, tableAccess, inserts, log }: Dependencies) {
  const cache = createResponseCache(database, tableAccess)
  const insert = createRowInserter({ database, log }, isEnabled ? inserts : new Map())
  return {
    ...cache,
    start: async () => (isEnabled ? cache.start() : undefined),
    insert: (row: Parameters<typeof insert>[0]) => insert(row).finally(cache.changed),
  }
}
