import { noContentResponse, okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { createValidationError, FRIENDLY_NAME_MAX_LENGTH, jsonBodySchema, text } from '../fields.ts'
import { queueSecurityNotice } from '../messages/mail.ts'
import { renderPasskey, requirePasskeyId, requireRelyingParty } from './passkey.ts'
import { deletePasskey, findUserPasskeys, renamePasskey } from './passkey-store.ts'

/** GET /passkeys. Returns the passkeys of the signed-in user. */
export const listPasskeys = defineAuthEndpoint({
  who: 'permanent user',
  requires: requireRelyingParty,
  async handle({ auth, signedIn }) {
    const { user } = signedIn
    return okResponse((await findUserPasskeys(auth.db.kysely, user.id)).map(renderPasskey))
  },
})

/** PATCH /passkeys/:id. Renames a passkey of the signed-in user. */
export const renameOwnPasskey = defineAuthEndpoint({
  who: 'permanent user',
  requires: requireRelyingParty,
  limit: 'user',
  input: jsonBodySchema({ friendly_name: text }),
  async handle({ auth, input, params, signedIn }) {
    const { user } = signedIn
    const name = input.friendly_name.trim()
    if (name === '' || name.length > FRIENDLY_NAME_MAX_LENGTH)
      throw createValidationError(`friendly_name must have 1 to ${FRIENDLY_NAME_MAX_LENGTH} characters`)
    const id = requirePasskeyId(params.id)
    const renamed = await auth.db.transaction(async (tx) => {
      const passkey = await renamePasskey(tx, { userId: user.id, id, name })
      if (passkey === null) throw authErrors.passkeyNotFound()
      await recordAuditEvent(tx, 'passkey_updated', user, { passkey_id: id })
      return passkey
    })
    return okResponse(renderPasskey(renamed))
  },
})

/** DELETE /passkeys/:id. Deletes a passkey and mails a notice to its owner. */
export const deleteOwnPasskey = defineAuthEndpoint({
  who: 'permanent user',
  requires: requireRelyingParty,
  limit: 'user',
  async handle({ auth, params, signedIn }) {
    const { user } = signedIn
    const id = requirePasskeyId(params.id)
    await auth.db.transaction(async (tx) => {
      if (!(await deletePasskey(tx, user.id, id))) throw authErrors.passkeyNotFound()
      await recordAuditEvent(tx, 'passkey_deleted', user, { passkey_id: id })
      await queueSecurityNotice(tx, auth, user.email, 'passkey_removed')
    })
    auth.wakeMailWorker()
    return noContentResponse()
  },
})
