import * as v from 'valibot'
import type { Tx } from '../../database/port/tables.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { captchaFields, jsonBodySchema } from '../fields.ts'
import { openSession, respondWithSession } from '../sessions/session.ts'
import { isUserBanned } from '../users/user.ts'
import { findUserById, type UserRow } from '../users/user-store.ts'
import {
  type AuthenticatorResponse,
  createAuthenticationOptions,
  verifyWebAuthnAuthentication,
} from '../web-authn/ceremony.ts'
import { consumeAnsweredChallenge, passkeyAnswerSchema, requireRelyingParty, respondWithChallenge } from './passkey.ts'
import { lockPasskey, type PasskeyRow, recordPasskeyUse } from './passkey-store.ts'

const SIGN_IN = { kind: 'authentication', userId: null } as const
const nothing = v.nullish(jsonBodySchema({ ...captchaFields }))

/** POST /passkeys/authentication/options. Creates a challenge for any passkey of this site (auth-contract.md section 11). */
export const beginPasskeySignIn = defineAuthEndpoint({
  who: 'anyone',
  requires: requireRelyingParty,
  limit: 'passkey',
  input: nothing,
  async handle({ auth }) {
    const options = await createAuthenticationOptions(requireRelyingParty(auth), [])
    return await respondWithChallenge(auth, SIGN_IN, options)
  },
})

const credentialSchema = v.looseObject({
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(2048)),
  response: v.looseObject({ userHandle: v.nullish(v.string()) }),
})

/** POST /passkeys/authentication/verify. Verifies a passkey's signature and opens a session for its owner. */
export const signInWithPasskey = defineAuthEndpoint({
  who: 'anyone',
  requires: requireRelyingParty,
  limit: 'verify',
  input: passkeyAnswerSchema,
  async handle({ auth, input, requester }) {
    const answer = await consumeAnsweredChallenge(auth, SIGN_IN, input)
    const grant = await auth.db.transaction(async (tx) => {
      const user = await ownerOf(tx, auth, answer)
      await recordAuditEvent(tx, 'login', user, { provider: 'passkey' })
      return await openSession(tx, auth, user, { method: 'passkey', userAgent: requester.userAgent })
    })
    return await respondWithSession(auth, grant)
  },
})

async function ownerOf(tx: Tx, auth: AuthDependencies, answer: AuthenticatorResponse): Promise<UserRow> {
  const parsed = v.safeParse(credentialSchema, answer.response)
  const passkey = parsed.success ? await lockPasskey(tx, parsed.output.id) : null
  const handle = parsed.success ? parsed.output.response.userHandle : null
  if (passkey === null || !isHandleOf(passkey, handle)) throw authErrors.passkeyRefused()
  const credential = {
    id: passkey.credential_id,
    publicKey: Uint8Array.from(passkey.public_key),
    counter: passkey.sign_count,
    transports: [],
  }
  const counter = await verifyWebAuthnAuthentication(requireRelyingParty(auth), answer, credential).catch(
    (cause: unknown) => {
      throw authErrors.passkeyRefused({ cause })
    },
  )
  const user = await findUserById(tx, passkey.user_id)
  if (counter === null || user === null || user.deleted_at !== null) throw authErrors.passkeyRefused()
  requireUsableAccount(auth, user)
  await recordPasskeyUse(tx, passkey.id, counter)
  return user
}

/** Returns whether the user handle that an authenticator sent (WebAuthn) is the ASCII user id of the passkey's owner. */
function isHandleOf(passkey: PasskeyRow, handle: string | null | undefined): boolean {
  return Buffer.from(handle ?? '', 'base64url').toString('latin1') === passkey.user_id
}

function requireUsableAccount(auth: AuthDependencies, user: UserRow): void {
  if (isUserBanned(user, auth.now())) throw authErrors.userBanned()
  if (user.confirmed_at !== null) return
  throw user.email ? authErrors.passkeyEmailUnconfirmed() : authErrors.passkeyPhoneUnconfirmed()
}
