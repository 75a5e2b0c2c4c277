import { isDatabaseError } from '../../database/port/errors.ts'
import { ok } from '../../http/answer.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../auth.ts'
import { authEndpoint } from '../auth-endpoint.ts'
import { type SignedIn } from '../bearer.ts'
import { authErrors } from '../errors.ts'
import { hasSecondFactor } from '../factors/second-factor.ts'
import { isUuid, jsonBody, plainObject, text } from '../fields.ts'
import { mailNotice } from '../messages/mail.ts'
import { findFactorsOf } from '../users/user-store.ts'
import { registrationOptions, verifyRegistration } from '../web-authn/ceremony.ts'
import {
  defaultPasskeyName,
  PASSKEY_CHALLENGE_MS,
  PASSKEYS_MAX,
  passkeyParty,
  passkeysOnly,
  requireChallenge,
} from './passkey.ts'
import { findPasskeysOf, insertPasskey, insertPasskeyChallenge, takePasskeyChallenge } from './passkey-store.ts'

/** POST /passkeys/registration/options. Creates a challenge to register a passkey (auth-contract.md section 11). */
export function passkeyRegistrationOptions(auth: Auth) {
  return authEndpoint(auth, {
    who: 'permanent user',
    requires: passkeysOnly(auth),
    limit: 'challenge',
    async handle({ signedIn }) {
      await requireAal2WhenProtected(auth, signedIn)
      const { user } = signedIn
      const passkeys = await findPasskeysOf(auth.db.kysely, user.id)
      if (passkeys.length >= PASSKEYS_MAX) throw authErrors.tooManyPasskeys()
      const exclude = passkeys.map(({ credential_id }) => credential_id)
      const options = await registrationOptions(passkeyParty(auth), user, { residentKey: 'required', exclude })
      const expiresAt = new Date(auth.now().getTime() + PASSKEY_CHALLENGE_MS)
      const { challenge } = options
      const challengeRow = { kind: 'registration', userId: user.id, challenge, expiresAt } as const
      const { id } = await insertPasskeyChallenge(auth.db.kysely, challengeRow)
      return ok({ challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) })
    },
  })
}

const input = jsonBody({ challenge_id: text, credential: plainObject })

/** POST /passkeys/registration/verify. Verifies an authenticator's response and stores the passkey. */
export function verifyPasskeyRegistration(auth: Auth) {
  return authEndpoint(auth, {
    who: 'permanent user',
    requires: passkeysOnly(auth),
    input,
    async handle({ input, signedIn }) {
      await requireAal2WhenProtected(auth, signedIn) // checked again: a factor may have been verified after the challenge was created
      const { user } = signedIn
      const challengeRow = isUuid(input.challenge_id)
        ? await takePasskeyChallenge(auth.db.kysely, { kind: 'registration', userId: user.id, id: input.challenge_id })
        : null
      const answer = { challenge: requireChallenge(auth, challengeRow), response: input.credential }
      const made = await verifyRegistration(passkeyParty(auth), answer).catch((cause: unknown) => {
        throw authErrors.passkeyRefused({ cause })
      })
      if (made === null) throw authErrors.passkeyRefused()
      const { friendly_name, id, created_at } = await storePasskey(auth, user, made)
      auth.wakeMailWorker()
      return ok({ id, friendly_name, created_at: created_at.toISOString() })
    },
  })
}

type Made = NonNullable<Awaited<ReturnType<typeof verifyRegistration>>>

async function storePasskey(auth: Auth, user: SignedIn['user'], { credential, aaguid }: Made) {
  try {
    return await auth.db.transaction(async (tx) => {
      const name = defaultPasskeyName(aaguid)
      const passkey = await insertPasskey(tx, { userId: user.id, credential, aaguid, name })
      await audit(tx, 'passkey_created', user, { passkey_id: passkey.id })
      await mailNotice(tx, auth, user.email, 'passkey_added')
      return passkey
    })
  } catch (error) {
    if (isDatabaseError(error) && error.code === '23505') throw authErrors.passkeyExists({ cause: error })
    throw error
  }
}

/** Throws 403 when the account has a verified second factor and the session is not aal2. */
async function requireAal2WhenProtected(auth: Auth, signedIn: SignedIn): Promise<void> {
  const factors = await findFactorsOf(auth.db.kysely, signedIn.user.id)
  const isProtected = factors.some((factor) => factor.status === 'verified')
  if (isProtected && !(await hasSecondFactor(auth, signedIn))) throw authErrors.insufficientAalForPasskey()
}
