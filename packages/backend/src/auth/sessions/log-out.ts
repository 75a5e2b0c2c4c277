import * as v from 'valibot'
import { noContentResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { isAal2Session } from '../factors/second-factor.ts'
import { createValidationError } from '../fields.ts'
import { findUserFactors, lockUser } from '../users/user-store.ts'
import { deleteRedeemableAuthFlows } from './flow-state-store.ts'
import { deleteAal1Sessions, deleteSessions, thinOutSessions } from './session-store.ts'

const query = v.looseObject({ scope: v.optional(v.string(), 'global') })

/**
 * POST /logout. Ends the caller's session (`local`), the user's other sessions (`others`), or all (`global`; auth-contract.md section 7).
 * A token without a session ends all. An aal1 session of an account with a verified second factor cannot end aal2 sessions, because
 * a password alone must not sign the owner out: `others` is rejected, and `global` ends only the aal1 sessions.
 */
export const logOutEndpoint = defineAuthEndpoint({
  who: 'user',
  // Limits the scope `others`: each call inserts an audit row, and the session stays valid for further calls. Other scopes end the
  // session.
  limit: ({ query }) => (query.scope === 'others' ? 'user' : null),
  query,
  async handle({ auth, query, signedIn }) {
    const { user, session } = signedIn
    const scope = query.scope === '' ? 'global' : query.scope
    if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
      throw createValidationError(`Unsupported logout scope ${JSON.stringify(scope)}`)
    }
    const factors = await findUserFactors(auth.db.kysely, user.id)
    const owesFactor = factors.some(({ status }) => status === 'verified') && !(await isAal2Session(auth, signedIn))
    if (owesFactor && session !== null && scope === 'others') throw authErrors.insufficientAalToSignOut()
    if (scope !== 'local' || session === null) {
      const except = scope === 'others' ? (session?.id ?? null) : null
      await thinOutSessions(auth.db.kysely, user.id, { except, onlyAal1: owesFactor && session !== null })
    }
    await auth.db.transaction(async (tx) => {
      const which =
        session === null || scope === 'global' ? {} : scope === 'local' ? { only: session.id } : { except: session.id }
      await lockUser(tx, user.id)
      if (owesFactor && session !== null && scope === 'global') {
        await deleteAal1Sessions(tx, user.id, session.id)
        await deleteSessions(tx, user.id, { only: session.id })
      } else await deleteSessions(tx, user.id, which)
      // Pending auth codes are deleted too, because exchanging one would open a new session.
      if (scope === 'global' && !owesFactor) await deleteRedeemableAuthFlows(tx, user.id)
      await recordAuditEvent(tx, 'logout', user, { scope })
    })
    return noContentResponse()
  },
})
