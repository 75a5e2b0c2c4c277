import * as v from 'valibot'
import { noContent } from '../../http/answer.ts'
import { endpoint } from '../../http/endpoint.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../auth.ts'
import { requireUser } from '../bearer.ts'
import { invalid } from '../fields.ts'
import { lockUser } from '../users/user-store.ts'
import { deleteFlowsOf } from './flow-state-store.ts'
import { deleteSessions } from './session-store.ts'

const query = v.looseObject({ scope: v.optional(v.string(), 'global') })

/** POST /logout. Ends this session, the others, or all (auth-contract.md section 7). A token without session ends all. */
export function logOut(auth: Auth) {
  return endpoint({
    access: 'public',
    query,
    async handle({ query, request }) {
      const { user, session } = await requireUser(auth, request)
      const scope = query.scope === '' ? 'global' : query.scope
      if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
        throw invalid(`Unsupported logout scope ${JSON.stringify(scope)}`)
      }
      await auth.db.transaction(async (tx) => {
        const which =
          session === null || scope === 'global'
            ? {}
            : scope === 'local'
              ? { only: session.id }
              : { except: session.id }
        await lockUser(tx, user.id)
        await deleteSessions(tx, user.id, which)
        // A code that waits to be exchanged would open another one.
        if (scope === 'global') await deleteFlowsOf(tx, user.id)
        await audit(tx, 'logout', user, { scope })
      })
      return noContent()
    },
  })
}
