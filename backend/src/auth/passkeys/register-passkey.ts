import { isDatabaseError } from '../../database/errors.ts'
import { ok } from '../../http/answer.ts'
import { BODY_LIMITS } from '../../http/body.ts'
import { endpoint } from '../../http/endpoint.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../auth.ts'
import { personOnly, requirePerson, type SignedIn } from '../bearer.ts'
import { authErrors } from '../errors.ts'
import { hasSecondFactor } from '../factors/second-factor.ts'
import { isUuid, jsonBody, plainObject, text } from '../fields.ts'
import { limitRoute } from '../limits.ts'
import { mailNotice } from '../messages/mail.ts'
import { findFactorsOf } from '../users/user-store.ts'
import { askToCreate, readCreated } from '../web-authn/ceremony.ts'
import {
  nameOfKeeper,
  PASSKEY_CHALLENGE_MS,
  PASSKEYS_MAX,
  passkeyParty,
  passkeysOnly,
  requireChallenge,
} from './passkey.ts'
import { findPasskeysOf, insertPasskey, insertPasskeyChallenge, takePasskeyChallenge } from './passkey-store.ts'

/** POST /passkeys/registration/options. The question that has an authenticator make a passkey (section 11). */
export function beginPasskey(auth: Auth) {
  return endpoint({
    access: 'public',
    guards: [passkeysOnly(auth), personOnly(auth)],
    async handle({ request }) {
      await limitRoute(auth, request, 'challenge')
      const signedIn = await requirePerson(auth, request)
      await refuseLowSession(auth, signedIn)
      const { user } = signedIn
      const passkeys = await findPasskeysOf(auth.db.kysely, user.id)
      if (passkeys.length >= PASSKEYS_MAX) throw authErrors.tooManyPasskeys()
      const exclude = passkeys.map(({ credential_id }) => credential_id)
      const options = await askToCreate(passkeyParty(auth), user, { residentKey: 'required', exclude })
      const expiresAt = new Date(auth.now().getTime() + PASSKEY_CHALLENGE_MS)
      const { challenge } = options
      const question = { kind: 'registration', userId: user.id, challenge, expiresAt } as const
      const { id } = await insertPasskeyChallenge(auth.db.kysely, question)
      return ok({ challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) })
    },
  })
}

const input = jsonBody({ challenge_id: text, credential: plainObject })

/** POST /passkeys/registration/verify. Keeps the passkey that an authenticator made. */
export function finishPasskey(auth: Auth) {
  return endpoint({
    access: 'public',
    guards: [passkeysOnly(auth), personOnly(auth)],
    bodyLimit: BODY_LIMITS.auth,
    input,
    async handle({ input, request }) {
      const signedIn = await requirePerson(auth, request)
      await refuseLowSession(auth, signedIn) // the question may be older than the second factor
      const { user } = signedIn
      const question = isUuid(input.challenge_id)
        ? await takePasskeyChallenge(auth.db.kysely, { kind: 'registration', userId: user.id, id: input.challenge_id })
        : null
      const answer = { challenge: requireChallenge(auth, question), response: input.credential }
      const made = await readCreated(passkeyParty(auth), answer).catch((cause: unknown) => {
        throw authErrors.passkeyRefused({ cause })
      })
      if (made === null) throw authErrors.passkeyRefused()
      const { friendly_name, id, created_at } = await keep(auth, user, made)
      auth.mailIsWaiting()
      return ok({ id, friendly_name, created_at: created_at.toISOString() })
    },
  })
}

type Made = NonNullable<Awaited<ReturnType<typeof readCreated>>>

async function keep(auth: Auth, user: SignedIn['user'], { credential, aaguid }: Made) {
  try {
    return await auth.db.transaction(async (tx) => {
      const name = nameOfKeeper(aaguid)
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

/** Whoever protects an account with a second factor shows it before adding a way in. */
async function refuseLowSession(auth: Auth, signedIn: SignedIn): Promise<void> {
  const factors = await findFactorsOf(auth.db.kysely, signedIn.user.id)
  const isProtected = factors.some((factor) => factor.status === 'verified')
  if (isProtected && !(await hasSecondFactor(auth, signedIn))) throw authErrors.insufficientAalForPasskey()
}
