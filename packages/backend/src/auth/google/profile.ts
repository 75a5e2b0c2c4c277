import * as v from 'valibot'
import { authErrors } from '../errors.ts'
import { toAsciiLowerCase } from '../fields.ts'

/** A user's profile at a provider (OpenID Connect Core 5.1). */
export type ProviderProfile = {
  provider: 'google'
  /** The `iss` claim of the ID token. Together with `providerId` it identifies one user of the provider. */
  issuer: string
  providerId: string
  email: string | null
  isEmailVerified: boolean
  /** The profile fields to store as user metadata: name, picture and others. */
  data: Record<string, unknown>
}

const line = v.optional(v.pipe(v.string(), v.maxLength(500)))

const claimsSchema = v.looseObject({
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  iss: line,
  email: line,
  email_verified: v.optional(v.union([v.boolean(), v.literal('true'), v.literal('false')])),
  name: line,
  picture: line,
  given_name: line,
  family_name: line,
})

/** Converts the claims of a verified ID token to a profile. Throws for malformed claims. */
export function parseProviderProfile(claims: Record<string, unknown>): ProviderProfile {
  const parsed = v.safeParse(claimsSchema, claims)
  if (!parsed.success) throw authErrors.providerFailed()
  const { sub, iss, email, email_verified: verified, name, picture, given_name, family_name } = parsed.output
  const isEmailVerified = verified === true || verified === 'true'
  const known = { iss, email, name, full_name: name, picture, avatar_url: picture, given_name, family_name }
  return {
    provider: 'google',
    issuer: iss ?? '',
    providerId: sub,
    email: email === undefined || email === '' ? null : toAsciiLowerCase(email),
    isEmailVerified,
    data: {
      ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
      sub,
      provider_id: sub,
      email_verified: isEmailVerified,
      phone_verified: false,
    },
  }
}
