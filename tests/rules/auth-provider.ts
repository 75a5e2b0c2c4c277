import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import Provider, { type AdapterPayload, type Configuration } from 'oidc-provider'
import { findFreePort } from '../support/free-port.ts'

/** The user that the identity provider signs in. */
export type ProviderUser = { sub: string; email?: string; email_verified?: boolean; name?: string }

/** A real OpenID provider that stands in for Google. It shows no pages: it signs in `person` and grants consent without interaction. */
export type TestIdentityProvider = AsyncDisposable & {
  issuer: string
  env: Record<string, string>
  person: ProviderUser
  /** Makes the next sign-in at the provider fail with access_denied, as when the user presses Cancel. */
  cancelNext: boolean
  /** Registers the backend at this URL as a client of the provider. */
  register(siteUrl: string): void
  /** Returns a signed ID token, as received by a client that signs in with the provider without the backend. */
  idToken(claims: Record<string, unknown>): Promise<string>
}

const CLIENT = { id: 'our-site', secret: 'a-secret-between-the-two-of-us' }

/** Starts an identity provider on a free port. It rejects every request until a backend is registered. */
export async function startTestIdentityProvider(options: ProviderOptions = {}): Promise<TestIdentityProvider> {
  const issuer = `http://localhost:${await findFreePort()}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'key-of-the-test', alg: 'RS256', use: 'sig' }
  const self = { person: { sub: 'nobody' } as ProviderUser, cancelNext: false }
  const callbacks: string[] = []
  let handle: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end()

  const server = createServer((request, response) => handle(request, response)).listen(Number(new URL(issuer).port))
  await once(server, 'listening')
  return Object.assign(self, {
    issuer,
    env: {
      AUTH_EXTERNAL_GOOGLE_ENABLED: 'true',
      AUTH_EXTERNAL_GOOGLE_CLIENT_ID: CLIENT.id,
      AUTH_EXTERNAL_GOOGLE_SECRET: CLIENT.secret,
      AUTH_EXTERNAL_GOOGLE_URL: issuer,
    },
    register(siteUrl: string) {
      const callback = `${siteUrl}/auth/v1/callback`
      if (callbacks.includes(callback)) return
      callbacks.push(callback)
      const provider = new Provider(issuer, configurationOf(self, { ...options, callbacks, jwks: { keys: [key] } }))
      const answer = provider.callback()
      handle = (request, response) => {
        if (request.url?.startsWith('/interaction/')) void agree(provider, self, request, response)
        else void answer(request, response)
      }
    },
    async idToken(claims: Record<string, unknown>) {
      const now = Math.floor(Date.now() / 1000)
      return await new SignJWT({ iss: issuer, aud: CLIENT.id, iat: now, exp: now + 300, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid })
        .sign(privateKey)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

/** Returns an in-memory storage adapter. The default adapter of the provider prints a warning that it is not for production. */
function aMemory() {
  const kept = new Map<string, AdapterPayload>()
  return (model: string) => ({
    upsert: async (id: string, payload: AdapterPayload) => void kept.set(`${model} ${id}`, payload),
    find: async (id: string) => kept.get(`${model} ${id}`),
    findByUid: async (uid: string) => [...kept.values()].find((payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    destroy: async (id: string) => void kept.delete(`${model} ${id}`),
    async consume(id: string) {
      const payload = kept.get(`${model} ${id}`)
      if (payload) payload['consumed'] = Math.floor(Date.now() / 1000)
    },
    async revokeByGrantId(grantId: string) {
      for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key)
    },
  })
}

type Known = ProviderOptions & { callbacks: string[]; jwks: Configuration['jwks'] }

function configurationOf(self: { person: ProviderUser }, known: Known): Configuration {
  const { callbacks, jwks, method = 'client_secret_basic', conformIdTokenClaims = false } = known
  return {
    adapter: aMemory(),
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [...callbacks],
        token_endpoint_auth_method: method,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims,
    cookies: { keys: ['for the tests'] },
    features: { devInteractions: { enabled: false } },
    findAccount: () => ({ accountId: self.person.sub, claims: () => ({ ...self.person }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    jwks,
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  }
}

type ProviderOptions = { method?: 'client_secret_basic' | 'client_secret_post'; conformIdTokenClaims?: boolean }

async function agree(
  provider: Provider,
  self: { person: ProviderUser; cancelNext: boolean },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params, prompt } = await provider.interactionDetails(request, response)
  if (self.cancelNext) {
    self.cancelNext = false
    const error_description = 'The person said no'
    return await provider.interactionFinished(request, response, { error: 'access_denied', error_description })
  }
  if (prompt.name === 'login') {
    const login = { accountId: self.person.sub }
    return await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })
  }
  const grant = new provider.Grant({ accountId: self.person.sub, clientId: String(params['client_id']) })
  grant.addOIDCScope('openid email profile')
  const grantId = await grant.save()
  await provider.interactionFinished(request, response, { consent: { grantId } }, { mergeWithLastSubmission: true })
}
