import { noContentResponse, okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { renderPasskey, requirePasskeyId, requireRelyingParty } from '../passkeys/passkey.ts'
import { deletePasskey, findUserPasskeys } from '../passkeys/passkey-store.ts'
import { requireKnownUser } from './admin-input.ts'

/** GET /admin/users/:id/passkeys. Returns the user's passkeys as a JSON array without a wrapper object. */
export const adminListPasskeys = defineAuthEndpoint({
  who: 'operator',
  requires: requireRelyingParty,
  async handle({ auth, params }) {
    const user = await requireKnownUser(auth.db.kysely, params.id)
    return okResponse((await findUserPasskeys(auth.db.kysely, user.id)).map(renderPasskey))
  },
})

/** DELETE /admin/users/:id/passkeys/:passkeyId. Deletes a passkey of a user. */
export const adminDeletePasskey = defineAuthEndpoint({
  who: 'operator',
  requires: requireRelyingParty,
  async handle({ auth, params }) {
    const id = requirePasskeyId(params.passkeyId)
    await auth.db.transaction(async (tx) => {
      const user = await requireKnownUser(tx, params.id)
      if (!(await deletePasskey(tx, user.id, id))) throw authErrors.passkeyNotFound()
      await recordAuditEvent(tx, 'passkey_deleted', user, { passkey_id: id, by: 'admin' })
    })
    return noContentResponse()
  },
})
