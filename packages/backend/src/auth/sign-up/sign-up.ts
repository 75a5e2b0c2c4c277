import type { FastifyRequest } from 'fastify'
import type * as v from 'valibot'
import type { EndpointResponse } from '../../http/endpoint-response.ts'
import type { AuthDependencies } from '../auth.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import {
  type CodeChallenge,
  captchaFields,
  createValidationError,
  jsonBodySchema,
  parseCodeChallenge,
  pkceFields,
  requireEmail,
  requirePhone,
  text,
  userMetadataSchema,
} from '../fields.ts'
import { withMinimumDuration } from '../minimum-duration.ts'
import { resolveRedirectUrl } from '../redirects/resolve-redirect-url.ts'
import { identifyRateLimitClient } from '../requester.ts'
import { getUserAgent } from '../sessions/session.ts'
import { requirePasswordLength, requireStrongPassword } from '../users/password.ts'
import { hashPassword } from '../users/password-hash.ts'
import { hashClientNetwork } from '../users/pending-sign-up-store.ts'
import { requireStorableMetadata } from '../users/user-store.ts'
import { signInAnonymously } from './anonymous.ts'
import { signUpWithEmail } from './sign-up-email.ts'
import { signUpWithPhone } from './sign-up-phone.ts'

const input = jsonBodySchema({
  email: text,
  phone: text,
  password: text,
  data: userMetadataSchema,
  channel: text,
  ...pkceFields,
  ...captchaFields,
})
type Input = v.InferOutput<typeof input>

/**
 * POST /signup. Creates an account. The response is the same when an account with this e-mail address or phone number already exists
 * (auth-contract.md section 1).
 */
export const signUpEndpoint = defineAuthEndpoint({
  who: 'anyone',
  limit: ({ input }) => (isAnonymous(input) ? null : 'signup'), // signInAnonymously enforces the limit of anonymous sign-ups

  input,
  async handle({ auth, input, request, caller }) {
    if (isAnonymous(input)) return await signInAnonymously(auth, { request, caller }, input.data)
    const challenge = await checkSignUp(auth, input)
    return await withMinimumDuration(() => register(auth, request, input, challenge))
  },
})

function isAnonymous({ email, phone }: Input): boolean {
  return email === '' && phone === ''
}

async function register(
  auth: AuthDependencies,
  request: FastifyRequest,
  input: Input,
  challenge: CodeChallenge,
): Promise<EndpointResponse> {
  const { data, channel } = input
  const isPhone = input.phone !== ''
  const address = isPhone ? requirePhone(input.phone) : requireEmail(input.email)
  await requireStrongPassword(input.password, auth.passwordRules)
  await requireStorableMetadata(auth.db.kysely, data)
  // The password is hashed for existing accounts too, because the response time must not reveal whether the account exists.
  const passwordHash = await hashPassword(input.password)
  const userAgent = getUserAgent(request)
  const sourceKey = hashClientNetwork(auth, request)
  const requester = identifyRateLimitClient(auth, request)
  const chosen = { password: input.password, passwordHash, data, sourceKey, userAgent, requester }
  if (isPhone) return await signUpWithPhone(auth, { ...chosen, phone: address, channel })
  return await signUpWithEmail(auth, {
    ...chosen,
    email: address,
    challenge,
    redirectTo: resolveRedirectUrl(auth, request),
  })
}

async function checkSignUp(auth: AuthDependencies, input: Input): Promise<CodeChallenge> {
  if (!auth.config.enableSignup) throw authErrors.signupDisabled()
  if (input.password === '') throw createValidationError('Signup requires a valid password')
  // Checks only the length, because GoTrue rejects common passwords after the checks below.
  await requirePasswordLength(input.password, auth.passwordRules)
  if (input.email !== '' && input.phone !== '') {
    throw createValidationError('Only an email address or phone number should be provided on signup.')
  }
  const challenge = parseCodeChallenge(input)
  if (challenge !== null && input.phone !== '') throw createValidationError('PKCE not supported for phone signups')
  if (input.phone !== '' && !auth.config.sms.enableSignup) throw authErrors.phoneProviderDisabled()
  if (input.email !== '' && !auth.config.email.enableSignup) throw authErrors.emailProviderDisabled()
  return challenge
}
