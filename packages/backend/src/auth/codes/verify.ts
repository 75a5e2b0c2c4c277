import type * as v from 'valibot'
import { okResponse } from '../../http/endpoint-response.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { beginOneTimeCodeAttempt } from '../credential-attempts.ts'
import { authErrors } from '../errors.ts'
import {
  captchaFields,
  createValidationError,
  isEmail,
  jsonBodySchema,
  normaliseEmail,
  requirePhone,
  text,
} from '../fields.ts'
import { openSession, respondWithSession } from '../sessions/session.ts'
import type { OneTimeTokenKind } from './one-time-token-store.ts'
import {
  emailVerificationTokenKinds,
  type SubmittedOneTimeCode,
  smsVerificationTokenKinds,
  verifyEmailLink,
  verifyOneTimeCode,
} from './verify-token.ts'

const input = jsonBodySchema({
  type: text,
  token: text,
  token_hash: text,
  email: text,
  phone: text,
  redirect_to: text,
  ...captchaFields,
})
type Input = v.InferOutput<typeof input>

/** POST /verify. Verifies a code or a link's token, invalidates it and opens a session (auth-contract.md 4.1). */
export const verifyTokenEndpoint = defineAuthEndpoint({
  who: 'anyone',
  limit: 'verify',
  input,
  async handle({ auth, input, requester }) {
    checkForm(input)
    const { sourceKey, userAgent } = requester
    const code = input.token_hash === '' ? readCode(input, sourceKey) : null
    const guess = code === null ? null : await beginOneTimeCodeAttempt(auth, code.relatesTo, requester)
    // For a wrong code verifyOneTimeCode returns null instead of throwing, so that the transaction still commits the count of wrong
    // guesses.
    const outcome = await auth.db.transaction(async (tx) => {
      const verified = await (code === null
        ? verifyEmailLink(tx, auth, { type: input.type, tokenHash: input.token_hash, sourceKey })
        : verifyOneTimeCode(tx, auth, code))
      if (verified === null) return 'wrong'
      if ('awaitsOtherAddress' in verified) return 'waits'
      return await openSession(tx, auth, verified.user, { method: 'otp', userAgent })
    })
    auth.wakeMailWorker()
    if (outcome === 'wrong') {
      await guess?.wasWrong()
      throw authErrors.codeExpired()
    }
    await guess?.wasRight()
    if (outcome === 'waits') return okResponse(emailChangePendingBody)
    return await respondWithSession(auth, outcome)
  },
})

/** Response to the first of the two confirmations of an e-mail address change. As in GoTrue, `code` is a string instead of a number. */
export const emailChangePendingBody = {
  msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  code: '200',
}

function checkForm(input: Input): void {
  if (input.type === '') throw createValidationError('Verify requires a verification type')
  if ((input.token === '') === (input.token_hash === ''))
    throw createValidationError('Verify requires either a token or a token hash')
  if (input.token_hash !== '') {
    if (input.email !== '' || input.phone !== '' || input.redirect_to !== '') {
      throw createValidationError('Only the token_hash and type should be provided')
    }
    if (!emailVerificationTokenKinds.has(input.type)) throw createValidationError('Invalid email verification type')
  } else if ((input.email === '') === (input.phone === '')) {
    throw createValidationError('Only an email address or phone number should be provided on verify')
  }
}

function readCode(input: Input, sourceKey: string): SubmittedOneTimeCode {
  if (input.phone !== '') {
    const relatesTo = requirePhone(input.phone)
    return { kinds: kindsOf(smsVerificationTokenKinds, input.type), relatesTo, code: input.token, sourceKey }
  }
  const email = normaliseEmail(input.email)
  if (!isEmail(email)) throw authErrors.badEmailFormat()
  return {
    kinds: kindsOf(emailVerificationTokenKinds, input.type),
    relatesTo: email,
    code: input.token,
    sourceKey,
  }
}

function kindsOf(types: ReadonlyMap<string, readonly OneTimeTokenKind[]>, type: string): readonly OneTimeTokenKind[] {
  const kinds = types.get(type)
  if (kinds === undefined) throw authErrors.codeExpired()
  return kinds
}
