import { okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { queueSecurityNotice } from '../messages/mail.ts'
import { downgradeSessionsToAal1 } from '../sessions/session-store.ts'
import { requireFactorId } from './factor.ts'
import { deleteFactor, lockFactor } from './factor-store.ts'
import { getFactorAuthMethod, isAal2Session } from './second-factor.ts'

/** DELETE /factors/:id. Removes a second factor. A verified factor can only be removed in an aal2 session (auth-contract.md 10.4). */
export const unenrollFactor = defineAuthEndpoint({
  who: 'permanent user',
  limit: 'user',
  async handle({ auth, params, signedIn }) {
    const id = requireFactorId(params.id)
    const isAal2 = await isAal2Session(auth, signedIn)
    await auth.db.transaction(async (tx) => {
      const factor = await lockFactor(tx, signedIn.user.id, id)
      if (factor === null) throw authErrors.factorNotFound()
      if (factor.status === 'verified' && !isAal2) throw authErrors.insufficientAalToRemove()
      await downgradeSessionsToAal1(tx, factor.id, getFactorAuthMethod(factor))
      await deleteFactor(tx, factor.id)
      await recordAuditEvent(tx, 'factor_unenrolled', signedIn.user, { factor_id: factor.id })
      if (factor.status === 'verified') await queueSecurityNotice(tx, auth, signedIn.user.email, 'factor_removed')
    })
    auth.wakeMailWorker()
    return okResponse({ id })
  },
})
