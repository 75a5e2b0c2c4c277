import { okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { requireFactorId } from '../factors/factor.ts'
import { deleteFactor, findFactor, lockFactor, updateFactor } from '../factors/factor-store.ts'
import { getFactorAuthMethod } from '../factors/second-factor.ts'
import { jsonBodySchema, name, requirePhone, text } from '../fields.ts'
import { downgradeSessionsToAal1 } from '../sessions/session-store.ts'
import { renderFactor } from '../users/user.ts'
import { findUserFactors } from '../users/user-store.ts'
import { requireKnownUser } from './admin-input.ts'

/** GET /admin/users/:id/factors. Returns the user's second factors as a JSON array without a wrapper object (auth-contract.md 13.2). */
export const adminListFactors = defineAuthEndpoint({
  who: 'operator',
  async handle({ auth, params }) {
    const user = await requireKnownUser(auth.db.kysely, params.id)
    return okResponse((await findUserFactors(auth.db.kysely, user.id)).map(renderFactor))
  },
})

/** PUT /admin/users/:id/factors/:factorId. Changes the friendly name of a second factor, or the number of a phone factor. */
export const adminUpdateFactor = defineAuthEndpoint({
  who: 'operator',
  input: jsonBodySchema({ friendly_name: name, phone: text }),
  async handle({ auth, input, params }) {
    const id = requireFactorId(params.factorId)
    const phone = input.phone === '' ? null : requirePhone(input.phone)
    const body = await auth.db.transaction(async (tx) => {
      const user = await requireKnownUser(tx, params.id)
      const factor = await findFactor(tx, user.id, id)
      if (factor === null) throw authErrors.factorNotFound()
      const name = input.friendly_name === '' ? {} : { friendly_name: input.friendly_name }
      const number = phone === null || factor.factor_type !== 'phone' ? {} : { phone }
      await recordAuditEvent(tx, 'factor_updated', user, { factor_id: id, by: 'admin' })
      return renderFactor(await updateFactor(tx, id, { ...name, ...number }))
    })
    return okResponse(body)
  },
})

/**
 * DELETE /admin/users/:id/factors/:factorId. Deletes a second factor, for example of a user who lost a phone. Lowers the sessions that
 * were verified with the factor to assurance level aal1.
 */
export const adminDeleteFactor = defineAuthEndpoint({
  who: 'operator',
  async handle({ auth, params }) {
    const id = requireFactorId(params.factorId)
    const body = await auth.db.transaction(async (tx) => {
      const user = await requireKnownUser(tx, params.id)
      const factor = await lockFactor(tx, user.id, id)
      if (factor === null) throw authErrors.factorNotFound()
      await downgradeSessionsToAal1(tx, factor.id, getFactorAuthMethod(factor))
      await deleteFactor(tx, factor.id)
      await recordAuditEvent(tx, 'factor_deleted', user, { factor_id: id, by: 'admin' })
      return renderFactor(factor)
    })
    return okResponse(body)
  },
})
