import { okResponse } from '../http/endpoint-response.ts'
import { defineAuthEndpoint } from './auth-endpoint.ts'

const otherProviders = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'x',
  'zoom',
]

/** GET /settings. Returns which sign-in methods are enabled, so that a page offers only those (auth-contract.md section 12). */
export const authSettingsEndpoint = defineAuthEndpoint({
  who: 'anyone',
  handle: ({ auth: { config } }) =>
    okResponse({
      external: {
        ...Object.fromEntries(otherProviders.map((name) => [name, false])),
        google: config.google.enabled,
        email: config.email.enableSignup,
        phone: config.sms.enableSignup,
        anonymous_users: config.enableAnonymousSignIns,
      },
      disable_signup: !config.enableSignup,
      mailer_autoconfirm: !config.email.enableConfirmations,
      phone_autoconfirm: !config.sms.enableConfirmations,
      sms_provider: '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: config.passkeyEnabled && config.webAuthn !== null,
    }),
})

/** GET /.well-known/openid-configuration. Returns the issuer metadata: the JWKS URL, the endpoints and the signing algorithms. */
export const openIdConfigurationEndpoint = defineAuthEndpoint({
  who: 'anyone',
  handle: ({ auth: { issuer } }) =>
    okResponse(
      {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/.well-known/jwks.json`,
        userinfo_endpoint: `${issuer}/user`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256', 'RS256', 'HS256'],
        code_challenge_methods_supported: ['S256', 'plain'],
      },
      { 'cache-control': 'public, max-age=600', 'access-control-allow-origin': '*' },
    ),
})

/** GET /health. Returns the same fields as GoTrue's health endpoint. */
export const authHealthEndpoint = defineAuthEndpoint({
  who: 'anyone',
  handle: () =>
    okResponse({
      version: 'self-contained',
      name: 'GoTrue',
      description: 'GoTrue is a user registration and authentication API',
    }),
})
