import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { ok } from './answer.ts'
import { endpoint } from './endpoint.ts'

/** GET /health: the process answers. GET /ready: it can do its work; 503 and what is missing otherwise. */
export function registerHealth(app: FastifyInstance, _services: Services): void {
  app.get('/health', health)
  app.get('/ready', ready)
}

const health = endpoint({
  access: 'public',
  handle: () => ok({ status: 'ok' }, { 'cache-control': 'no-store' }),
})

const ready = endpoint({
  access: 'public',
  async handle({ db }) {
    const problem = await db.ping().then(
      () => null,
      () => 'The database cannot be reached.',
    )
    const status = problem === null ? 200 : 503
    return { status, body: { ready: problem === null, problem }, headers: { 'cache-control': 'no-store' } }
  },
})
