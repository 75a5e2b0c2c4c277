import * as v from 'valibot'
import type { Tx } from '../../database/port/tables.ts'
import { okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { captchaFields, isUuid, jsonBodySchema, plainObjectSchema, text } from '../fields.ts'
import { openSession, respondWithSession } from '../sessions/session.ts'
import { isUserBanned } from '../users/user.ts'
import { findUserById, type UserRow } from '../users/user-store.ts'
import { createAuthenticationOptions, verifyWebAuthnAuthentication } from '../web-authn/ceremony.ts'
import { PASSKEY_CHALLENGE_MS, requirePasskeyChallenge, requireRelyingParty } from './passkey.ts'
import {
  consumePasskeyChallenge,
  insertPasskeyChallenge,
  lockPasskey,
  type PasskeyRow,
  recordPasskeyUse,
} from './passkey-store.ts'

const nothing = v.nullish(jsonBodySchema({ ...captchaFields }))

/** POST /passkeys/authentication/options. Creates a challenge for any passkey of this site (auth-contract.md section 11). */
export const beginPasskeySignIn = defineAuthEndpoint({
  who: 'anyone',
  requires: requireRelyingParty,
  limit: 'passkey',
  input: nothing,
  async handle({ auth }) {
    const options = await createAuthenticationOptions(requireRelyingParty(auth), [])
    const expiresAt = new Date(auth.now().getTime() + PASSKEY_CHALLENGE_MS)
    const challengeRow = { kind: 'authentication', userId: null, challenge: options.challenge, expiresAt } as const
    const { id } = await insertPasskeyChallenge(auth.db.kysely, challengeRow)
    return okResponse({ challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) })
  },
})

const credentialSchema = v.looseObject({
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(2048)),
  response: v.looseObject({ userHandle: v.nullish(v.string()) }),
})
const input = jsonBodySchema({ challenge_id: text, credential: plainObjectSchema })

/** POST /passkeys/authentication/verify. Verifies a passkey's signature and opens a session for its owner. */
export const signInWithPasskey = defineAuthEndpoint({
  who: 'anyone',
  requires: requireRelyingParty,
  limit: 'verify',
  input,
  async handle({ auth, input, requester }) {
    const challengeRow = isUuid(input.challenge_id)
      ? await consumePasskeyChallenge(auth.db.kysely, {
          kind: 'authentication',
          userId: null,
          id: input.challenge_id,
        })
      : null
    const answer = { challenge: requirePasskeyChallenge(auth, challengeRow), response: input.credential }
    const grant = await auth.db.transaction(async (tx) => {
      const user = await ownerOf(tx, auth, answer)
      await recordAuditEvent(tx, 'login', user, { provider: 'passkey' })
      return await openSession(tx, auth, user, { method: 'passkey', userAgent: requester.userAgent })
    })
    return await respondWithSession(auth, grant)
  },
})

type AuthenticatorResponse = { challenge: string; response: Record<string, unknown> }

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
