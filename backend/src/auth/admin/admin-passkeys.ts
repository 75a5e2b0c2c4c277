import { noContent, ok } from '../../http/answer.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../auth.ts'
import { authEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { passkeysOnly, renderPasskey, requirePasskeyId } from '../passkeys/passkey.ts'
import { deletePasskey, findPasskeysOf } from '../passkeys/passkey-store.ts'
import { requireKnownUser } from './admin-input.ts'

/** GET /admin/users/:id/passkeys. Returns the user's passkeys as a JSON array without a wrapper object. */
export function adminListPasskeys(auth: Auth) {
  return authEndpoint(auth, {
    who: 'operator',
    requires: passkeysOnly(auth),
    async handle({ params }) {
      const user = await requireKnownUser(auth.db.kysely, params.id)
      return ok((await findPasskeysOf(auth.db.kysely, user.id)).map(renderPasskey))
    },
  })
}

/** DELETE /admin/users/:id/passkeys/:passkeyId. Deletes a passkey of a user. */
export function adminDeletePasskey(auth: Auth) {
  return authEndpoint(auth, {
    who: 'operator',
    requires: passkeysOnly(auth),
    async handle({ params }) {
      const id = requirePasskeyId(params.passkeyId)
      await auth.db.transaction(async (tx) => {
        const user = await requireKnownUser(tx, params.id)
        if (!(await deletePasskey(tx, user.id, id))) throw authErrors.passkeyNotFound()
        await audit(tx, 'passkey_deleted', user, { passkey_id: id, by: 'admin' })
      })
      return noContent()
    },
  })
}
