import * as v from 'valibot'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import {
  captchaFields,
  createValidationError,
  isEmail,
  jsonBodySchema,
  normaliseEmail,
  parseCodeChallenge,
  pkceFields,
  requireEmail,
  requirePhone,
  text,
  userMetadataSchema,
} from '../fields.ts'
import { requireSmsChannel } from '../messages/sms.ts'
import { withMinimumDuration } from '../minimum-duration.ts'
import { resolveRedirectUrl } from '../redirects/resolve-redirect-url.ts'
import { identifyRateLimitClient } from '../requester.ts'
import { hashClientNetwork } from '../users/pending-sign-up-store.ts'
import { sendEmailOtp } from './otp-email.ts'
import { sendPhoneOtp } from './otp-phone.ts'

const input = jsonBodySchema({
  email: text,
  phone: text,
  create_user: v.nullish(v.boolean(), true),
  data: userMetadataSchema,
  channel: text,
  ...pkceFields,
  ...captchaFields,
})
type Input = v.InferOutput<typeof input>

/** POST /otp and /magiclink. Mails a code and a link, or texts a code, to a known or new user (auth-contract.md section 3). */
export const sendOtp = defineAuthEndpoint({
  who: 'anyone',
  limit: 'otp',
  input,
  async handle({ auth, input, request }) {
    checkForm(input)
    const challenge = parseCodeChallenge(input)
    const { create_user: createsUser, data } = input
    const sourceKey = hashClientNetwork(auth, request)
    const requester = identifyRateLimitClient(auth, request)
    if (input.phone !== '') {
      requireSmsChannel(input.channel)
      const phone = requirePhone(input.phone)
      if (!auth.config.sms.enableSignup) throw unsupportedPhone()
      return await withMinimumDuration(() => sendPhoneOtp(auth, { phone, createsUser, data, sourceKey, requester }))
    }
    if (!auth.config.email.enableSignup) throw authErrors.emailLoginsDisabled()
    if (!createsUser && !isEmail(normaliseEmail(input.email))) throw authErrors.otpDisabled()
    const email = requireEmail(input.email)
    const redirectTo = resolveRedirectUrl(auth, request)
    return await withMinimumDuration(() =>
      sendEmailOtp(auth, { email, createsUser, data, sourceKey, requester, challenge, redirectTo }),
    )
  },
})

function checkForm({ email, phone, channel }: Input): void {
  if (email !== '' && phone !== '')
    throw createValidationError('Only an email address or phone number should be provided')
  if (email === '' && phone === '') throw createValidationError('One of email or phone must be set')
  if (phone === '' && channel !== '') throw createValidationError('Channel should only be specified with Phone OTP')
}

function unsupportedPhone() {
  return authErrors.phoneProviderDisabled({ message: 'Unsupported phone provider' })
}
