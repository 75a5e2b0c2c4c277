import * as v from 'valibot'
import { okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { jsonBodySchema, text } from '../fields.ts'
import { enforceMessageLimit } from '../global-limits.ts'
import { formatSmsCodeText, type PendingSms, sendSms } from '../messages/sms.ts'
import { generateSixDigitCode } from '../secrets.ts'
import { FACTOR_CHALLENGE_SECONDS, requireFactorId, requireFactorVerificationEnabled } from './factor.ts'
import { findFactor, insertFactorChallenge, updateFactor } from './factor-store.ts'
import { createWebAuthnChallenge } from './web-authn-factor.ts'

const input = v.nullish(jsonBodySchema({ channel: text }))

/** POST /factors/:id/challenge. Creates a challenge, which the client answers with a code or a WebAuthn signature (auth-contract.md 10.2). */
export const challengeFactor = defineAuthEndpoint({
  who: 'permanent user',
  limit: 'challenge',
  input,
  async handle({ auth, params, requester, signedIn }) {
    const { user } = signedIn
    const factor = await findFactor(auth.db.kysely, user.id, requireFactorId(params.id))
    if (factor === null) throw authErrors.factorNotFound()
    requireFactorVerificationEnabled(auth, factor)
    if (factor.phone !== null)
      await enforceMessageLimit(auth, 'sms', { kind: 'factor', to: factor.phone, requester, isSent: true })
    const code = factor.factor_type === 'phone' ? generateSixDigitCode() : null
    const webAuthn = factor.factor_type === 'webauthn' ? await createWebAuthnChallenge(auth, user, factor) : null
    const challenge = await auth.db.transaction(async (tx) => {
      await updateFactor(tx, factor.id, { last_challenged_at: auth.now() })
      await recordAuditEvent(tx, 'challenge_created', user, { factor_id: factor.id })
      return await insertFactorChallenge(tx, {
        factor_id: factor.id,
        otp_code_hash: code === null ? null : auth.secrets.hashCode(factor.id, code),
        web_authn_session_data: webAuthn === null ? null : JSON.stringify({ challenge: webAuthn.challenge }),
      })
    })
    if (code !== null) await sendSms(auth, messageTo(factor.phone, formatSmsCodeText(auth, code)))
    return okResponse({
      id: challenge.id,
      type: factor.factor_type,
      expires_at: Math.floor(challenge.created_at.getTime() / 1000) + FACTOR_CHALLENGE_SECONDS,
      ...(webAuthn === null ? {} : { webauthn: webAuthn.options }),
    })
  },
})

function messageTo(phone: string | null, text: string): PendingSms {
  if (phone === null) throw authErrors.factorNotFound()
  return { to: phone, text }
}
