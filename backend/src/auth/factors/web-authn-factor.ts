import type { Transaction } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../database/tables.ts'
import type { Refusal } from '../../http/errors.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { FactorRow, UserRow } from '../users/user-store.ts'
import { type Answer, askToCreate, askToSign, type Credential, readCreated, readSigned } from '../web-authn/ceremony.ts'
import { type RelyingParty, relyingParty } from '../web-authn/relying-party.ts'
import { type ChallengeRow, updateFactor } from './factor-store.ts'

/** What is kept of an authenticator that was shown to work. */
const storedSchema = v.object({
  id: v.string(),
  publicKey: v.pipe(
    v.string(),
    v.transform((text) => Uint8Array.from(Buffer.from(text, 'base64url'))),
  ),
  counter: v.number(),
  transports: v.optional(v.array(v.string()), []),
})
const askedSchema = v.object({ challenge: v.string() })

/** The question for an authenticator: to make a credential while the factor is new, to sign with it afterwards (10.2). */
export async function askFactor(auth: Auth, user: UserRow, factor: FactorRow) {
  const party = requireParty(auth)
  if (factor.status === 'verified') {
    const options = await askToSign(party, [v.parse(storedSchema, factor.web_authn_credential)])
    return { challenge: options.challenge, options: { type: 'request', credential_options: { publicKey: options } } }
  }
  const options = await askToCreate(party, user, { residentKey: 'discouraged', exclude: [] })
  return { challenge: options.challenge, options: { type: 'create', credential_options: { publicKey: options } } }
}

/** Checks an authenticator's answer and keeps what it showed. Answers the refusal, or null when it is right. */
export async function checkFactor(
  tx: Transaction<Tables>,
  auth: Auth,
  factor: FactorRow,
  challenge: ChallengeRow,
  answer: { credential_response: Record<string, unknown> } | null | undefined,
): Promise<Refusal | null> {
  const asked = v.safeParse(askedSchema, challenge.web_authn_session_data)
  if (!answer || !asked.success) return refused()
  const given = { challenge: asked.output.challenge, response: answer.credential_response }
  const credential = await readAnswer(requireParty(auth), factor, given).catch((cause: unknown) => refused(cause))
  if (credential === null) return refused()
  if (credential instanceof Error) return credential
  const publicKey = Buffer.from(credential.publicKey).toString('base64url')
  await updateFactor(tx, factor.id, { web_authn_credential: JSON.stringify({ ...credential, publicKey }) })
  return null
}

async function readAnswer(party: RelyingParty, factor: FactorRow, answer: Answer): Promise<Credential | null> {
  if (factor.status !== 'verified') return (await readCreated(party, answer))?.credential ?? null
  const stored = v.parse(storedSchema, factor.web_authn_credential)
  const counter = await readSigned(party, answer, stored)
  return counter === null ? null : { ...stored, counter }
}

function requireParty(auth: Auth): RelyingParty {
  const party = relyingParty(auth)
  if (party === null) throw authErrors.webAuthnVerifyOff()
  return party
}

function refused(cause?: unknown): Refusal {
  return authErrors.wrongFactorCode({ cause, message: 'Invalid WebAuthn response' })
}
