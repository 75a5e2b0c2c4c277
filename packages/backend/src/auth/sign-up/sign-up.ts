import type { FastifyRequest } from 'fastify'
import type * as v from 'valibot'
import type { EndpointResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
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
import { requireSmsChannel } from '../messages/sms.ts'
import { withMinimumDuration } from '../minimum-duration.ts'
import { resolveRedirectUrl } from '../redirects/redirect.ts'
import type { Requester } from '../requester.ts'
import { enforceRouteLimit, type RequestWithCaller } from '../route-rate-limits.ts'
import { openSession, respondWithSession } from '../sessions/session.ts'
import { requirePasswordLength, requireStrongPassword } from '../users/password.ts'
import { hashPassword } from '../users/password-hash.ts'
import { insertUser, requireStorableMetadata } from '../users/user-store.ts'
import { createAccount } from './create-account.ts'

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
  async handle({ auth, input, request, caller, requester }) {
    if (isAnonymous(input)) return await signInAnonymously(auth, { request, caller }, input.data, requester)
    const challenge = await checkSignUp(auth, input)
    return await withMinimumDuration(() => register(auth, request, input, challenge, requester))
  },
})

function isAnonymous({ email, phone }: Input): boolean {
  return email === '' && phone === ''
}

/** Creates an anonymous user. Disabled by default (auth-contract.md section 1b). */
async function signInAnonymously(
  auth: AuthDependencies,
  by: RequestWithCaller,
  data: Record<string, unknown>,
  { userAgent }: Requester,
): Promise<EndpointResponse> {
  if (!auth.config.enableSignup) throw authErrors.signupDisabled()
  if (!auth.config.enableAnonymousSignIns) throw authErrors.anonymousProviderDisabled()
  await enforceRouteLimit(auth, by, 'anonymous')
  const grant = await auth.db.transaction(async (tx) => {
    const user = await insertUser(tx, { is_anonymous: true, appMetadata: {}, userMetadata: data })
    await recordAuditEvent(tx, 'user_signedup', user, { provider: 'anonymous' })
    return await openSession(tx, auth, user, { method: 'anonymous', userAgent })
  })
  return await respondWithSession(auth, grant)
}

async function register(
  auth: AuthDependencies,
  request: FastifyRequest,
  { email, phone, password, data, channel }: Input,
  challenge: CodeChallenge,
  requester: Requester,
): Promise<EndpointResponse> {
  const provider = phone === '' ? 'email' : 'phone'
  const address = provider === 'phone' ? requirePhone(phone) : requireEmail(email)
  await requireStrongPassword(password, auth.passwordRules)
  await requireStorableMetadata(auth.db.kysely, data)
  // The password is hashed for existing accounts too, because the response time must not reveal whether the account exists.
  const passwordHash = await hashPassword(password)
  if (provider === 'phone') requireSmsChannel(channel)
  const redirectTo = resolveRedirectUrl(auth, request)
  return await createAccount(auth, {
    provider,
    address,
    password,
    passwordHash,
    data,
    challenge,
    redirectTo,
    requester,
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
