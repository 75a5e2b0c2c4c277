import * as v from 'valibot'
import type { Tx } from '../../database/port/tables.ts'
import { okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { createValidationError, jsonBodySchema, name, requirePhone, text } from '../fields.ts'
import { type FactorRow, findUserFactors, lockUser, type UserRow } from '../users/user-store.ts'
import { deleteFactor, deleteStaleFactors, insertFactor } from './factor-store.ts'
import { isAal2Session } from './second-factor.ts'
import { createTotpEnrolment, TOTP_ISSUER_MAX_LENGTH } from './totp.ts'

const issuer = v.nullish(v.pipe(v.string(), v.maxLength(TOTP_ISSUER_MAX_LENGTH)), '')
const input = jsonBodySchema({ factor_type: text, friendly_name: name, issuer, phone: text })
type Input = v.InferOutput<typeof input>

const FACTORS_MAX = 10

/** POST /factors. Enrols an unverified second factor; the first correct code verifies it (auth-contract.md 10.1). */
export const enrollFactor = defineAuthEndpoint({
  who: 'permanent user',
  limit: 'user',
  input,
  async handle({ auth, input, signedIn }) {
    refuseSwitchedOff(auth, input.factor_type)
    const isAal2 = await isAal2Session(auth, signedIn)
    return okResponse(
      await auth.db.transaction(async (tx) => {
        const factors = await checkEnrolment(tx, signedIn.user, input, isAal2)
        const body = await enroll(tx, auth, signedIn.user, input, factors)
        await recordAuditEvent(tx, 'factor_in_progress', signedIn.user, {
          factor_id: body.id,
          factor_type: input.factor_type,
        })
        return body
      }),
    )
  },
})

function refuseSwitchedOff(auth: AuthDependencies, type: string): void {
  const { mfa, webAuthn } = auth.config
  if (type === 'totp') {
    if (!mfa.totp.enroll) throw authErrors.totpEnrollOff()
  } else if (type === 'phone') {
    if (!mfa.phone.enroll) throw authErrors.phoneEnrollOff()
  } else if (type === 'webauthn') {
    if (!mfa.webAuthn.enroll || webAuthn === null) throw authErrors.webAuthnEnrollOff()
  } else throw createValidationError('factor_type needs to be totp, phone, or webauthn')
}

async function checkEnrolment(tx: Tx, user: UserRow, input: Input, isAal2: boolean): Promise<FactorRow[]> {
  await lockUser(tx, user.id)
  await deleteStaleFactors(tx, user.id)
  const factors = await findUserFactors(tx, user.id)
  if (factors.some((factor) => factor.friendly_name === input.friendly_name)) throw authErrors.factorNameConflict()
  if (factors.length >= FACTORS_MAX) throw authErrors.tooManyFactors()
  if (!isAal2 && factors.some((factor) => factor.status === 'verified')) throw authErrors.insufficientAalToEnroll()
  return factors
}

async function enroll(tx: Tx, auth: AuthDependencies, user: UserRow, input: Input, factors: readonly FactorRow[]) {
  const { factor_type: type, friendly_name: name } = input
  const common = { user_id: user.id, friendly_name: name, factor_type: type }
  if (type === 'totp') {
    const totp = await createTotpEnrolment(
      input.issuer || new URL(auth.siteUrl).host,
      user.email ?? user.phone ?? user.id,
    )
    const factor = await insertFactor(tx, { ...common, secret: totp.secret })
    return { id: factor.id, type, friendly_name: name, totp }
  }
  if (type === 'webauthn') {
    const factor = await insertFactor(tx, common)
    return { id: factor.id, type, friendly_name: name }
  }
  const phone = requirePhone(input.phone)
  const same = factors.filter((factor) => factor.phone === phone)
  if (same.some((factor) => factor.status === 'verified')) throw authErrors.verifiedFactorExists()
  for (const factor of same) await deleteFactor(tx, factor.id)
  const factor = await insertFactor(tx, { ...common, phone })
  return { id: factor.id, type, friendly_name: name, phone }
}
