import type { FastifyInstance } from 'fastify'
import { findPendingMigrations } from '../database/migrations/compare-migrations.ts'
import type { ServiceDependencies } from '../services.ts'
import { defineEndpoint } from './endpoint.ts'
import { okResponse } from './endpoint-response.ts'

const uncached = { 'cache-control': 'no-store' }

/**
 * Registers GET /health, which always responds with 200, and GET /ready, which responds with 200 when the database is reachable and
 * migrated, otherwise with 503 and the problem.
 */
export function registerHealthRoutes(app: FastifyInstance): void {
  app.route({ method: ['GET', 'HEAD'], url: '/health', handler: health })
  app.route({ method: ['GET', 'HEAD'], url: '/ready', handler: ready })
}

const health = defineEndpoint({ access: 'public', handle: () => okResponse({ status: 'ok' }, uncached) })

const ready = defineEndpoint({
  access: 'public',
  async handle({ services }) {
    const problem = await findProblem(services).catch((error: unknown) => {
      services.log.warn({ event: 'not_ready', err: error })
      return 'The database cannot be reached.'
    })
    return { status: problem === null ? 200 : 503, body: { ready: problem === null, problem }, headers: uncached }
  },
})

async function findProblem({ database, migrations, stopping }: ServiceDependencies): Promise<string | null> {
  if (stopping.aborted) return 'The server is stopping.'
  await database.ping()
  const pending = await findPendingMigrations(database, migrations)
  return pending.length === 0 ? null : `The database lacks ${pending.length} migrations; start the server again.`
}
