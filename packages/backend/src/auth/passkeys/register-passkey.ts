import type { Tx } from '../../database/port/tables.ts'
import { okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { type AuthenticatedUser } from '../bearer.ts'
import { authErrors } from '../errors.ts'
import { isAal2Session } from '../factors/second-factor.ts'
import { queueSecurityNotice } from '../messages/mail.ts'
import { findUserFactors, refuseUniqueViolation } from '../users/user-store.ts'
import { createRegistrationOptions, verifyWebAuthnRegistration } from '../web-authn/ceremony.ts'
import {
  consumeAnsweredChallenge,
  getDefaultPasskeyName,
  MAX_PASSKEYS_PER_USER,
  passkeyAnswerSchema,
  requireRelyingParty,
  respondWithChallenge,
} from './passkey.ts'
import { findUserPasskeys, insertPasskey } from './passkey-store.ts'

/** POST /passkeys/registration/options. Creates a challenge to register a passkey (auth-contract.md section 11). */
export const beginPasskeyRegistration = defineAuthEndpoint({
  who: 'permanent user',
  requires: requireRelyingParty,
  limit: 'challenge',
  async handle({ auth, signedIn }) {
    await requireAal2WhenProtected(auth, signedIn)
    const { user } = signedIn
    const passkeys = await findUserPasskeys(auth.db.kysely, user.id)
    if (passkeys.length >= MAX_PASSKEYS_PER_USER) throw authErrors.tooManyPasskeys()
    const exclude = passkeys.map(({ credential_id }) => credential_id)
    const options = await createRegistrationOptions(requireRelyingParty(auth), user, {
      residentKey: 'required',
      exclude,
    })
    return await respondWithChallenge(auth, { kind: 'registration', userId: user.id }, options)
  },
})

/** POST /passkeys/registration/verify. Verifies an authenticator's response and stores the passkey. */
export const verifyPasskeyRegistration = defineAuthEndpoint({
  who: 'permanent user',
  requires: requireRelyingParty,
  input: passkeyAnswerSchema,
  async handle({ auth, input, signedIn }) {
    // checked again, because a second factor may have been verified after the challenge was created
    await requireAal2WhenProtected(auth, signedIn)
    const { user } = signedIn
    const answer = await consumeAnsweredChallenge(auth, { kind: 'registration', userId: user.id }, input)
    const made = await verifyWebAuthnRegistration(requireRelyingParty(auth), answer).catch((cause: unknown) => {
      throw authErrors.passkeyRefused({ cause })
    })
    if (made === null) throw authErrors.passkeyRefused()
    const { friendly_name, id, created_at } = await storePasskey(auth, user, made)
    auth.wakeMailWorker()
    return okResponse({ id, friendly_name, created_at: created_at.toISOString() })
  },
})

type Made = NonNullable<Awaited<ReturnType<typeof verifyWebAuthnRegistration>>>

function storePasskey(auth: AuthDependencies, user: AuthenticatedUser['user'], { credential, aaguid }: Made) {
  const store = async (tx: Tx) => {
    const name = getDefaultPasskeyName(aaguid)
    const passkey = await insertPasskey(tx, { userId: user.id, credential, aaguid, name })
    await recordAuditEvent(tx, 'passkey_created', user, { passkey_id: passkey.id })
    await queueSecurityNotice(tx, auth, user.email, 'passkey_added')
    return passkey
  }
  return refuseUniqueViolation(() => auth.db.transaction(store), authErrors.passkeyExists)
}

/** Throws 403 when the account has a verified second factor and the session is not aal2. */
async function requireAal2WhenProtected(auth: AuthDependencies, signedIn: AuthenticatedUser): Promise<void> {
  const factors = await findUserFactors(auth.db.kysely, signedIn.user.id)
  const isProtected = factors.some((factor) => factor.status === 'verified')
  if (isProtected && !(await isAal2Session(auth, signedIn))) throw authErrors.insufficientAalForPasskey()
}
