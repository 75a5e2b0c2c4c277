import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { API_KEY_MAX, parseBearerToken } from './caller.ts'
import { type ClientNetworkResolver, getNetworksAround } from './client-network.ts'
import type { ServerKeys } from './keys.ts'
import { TaskQueue } from './task-queue.ts'

/** The maximum number of requests of one client IP network that query the database at once. */
const AT_ONCE = 16

/**
 * The maximum number of such requests of the widest network around it, a /48 or /24. Less than half of the passwords that may wait to be
 * hashed (`users/password-hash.ts`), so that no network keeps the others from signing in.
 */
const AT_ONCE_AROUND = 48

/**
 * Shares the database between client IP networks, so that a burst of one network delays the others by `AT_ONCE` requests at most. Further
 * requests of the network wait instead of failing, because an office or a mobile carrier is one network. Requests with the operators' key do
 * not wait: their client often acts for many people, and shares its network with visitors where it runs on a laptop.
 */
export type SourceTurns = {
  /** Runs the part of a request that queries the database. `what` names a part that may itself cause further requests of the network. */
  take<T>(request: FastifyRequest, task: () => T | Promise<T>, what?: string): Promise<T>
  /** Runs a task of a client IP network that is not part of an HTTP request. */
  takeFor<T>(source: string, task: () => T | Promise<T>): Promise<T>
}

/** Creates the queue. `waiting` is the maximum number of requests of one network that wait; further ones get 429. */
export function createSourceTurns(keys: ServerKeys, sourceOf: ClientNetworkResolver, waiting: number): SourceTurns {
  const queue = new TaskQueue({ atOnce: AT_ONCE, waiting })
  const around = new TaskQueue({ atOnce: AT_ONCE_AROUND, waiting: Infinity })
  const take = <T>(source: string, task: () => T | Promise<T>, what = '') => {
    const widest = getNetworksAround(source).at(-1)?.network ?? source
    return queue.run(`${source} ${what}`, () => around.run(`${widest} ${what}`, task))
  }
  return {
    async take(request, task, what) {
      return (await hasOperatorsKey(request.headers, keys)) ? task() : take(sourceOf(request.raw), task, what)
    },
    takeFor: (source, task) => take(source, task),
  }
}

async function hasOperatorsKey({ apikey, authorization }: IncomingHttpHeaders, keys: ServerKeys): Promise<boolean> {
  const key = apikey ?? parseBearerToken(authorization)
  if (typeof key !== 'string' || key.length > API_KEY_MAX) return false
  return (await keys.roleOfKey(key)) === 'service_role'
}
