import type * as oidc from 'openid-client'
import type { AuthConfig } from '../../config-auth.ts'
import { authErrors } from '../errors.ts'

/** The provider's openid-client configurations, one for each client authentication method. */
export type OpenIdClientConfigurations = { library: typeof oidc; basic: oidc.Configuration; post: oidc.Configuration }

/** The timeout of a request to the provider, the same as GoTrue's. */
const TIMEOUT_SECONDS = 10

/** Returns a function that fetches the OpenID provider's metadata once and caches it. After a failure the next call retries. */
export function createProviderDiscovery({
  issuer,
  clientId,
  secret,
}: AuthConfig['google']): () => Promise<OpenIdClientConfigurations> {
  let found: Promise<OpenIdClientConfigurations> | null = null
  return () => {
    found ??= discover(issuer, clientId, secret).catch((cause: unknown) => {
      found = null
      throw authErrors.providerFailed({ cause })
    })
    return found
  }
}

async function discover(issuer: string, clientId: string, secret: string): Promise<OpenIdClientConfigurations> {
  const library = await import('openid-client')
  const url = new URL(issuer)
  // The configuration allows http only on loopback, for development and tests.
  // oxlint-disable-next-line typescript/no-deprecated -- openid-client marks options that are only for development as deprecated
  const allowInsecure = url.protocol === 'http:' ? [library.allowInsecureRequests] : []
  const options = { execute: allowInsecure, timeout: TIMEOUT_SECONDS }
  const basic = await library.discovery(url, clientId, secret, library.ClientSecretBasic(secret), options)
  const post = new library.Configuration(basic.serverMetadata(), clientId, secret, library.ClientSecretPost(secret))
  post.timeout = TIMEOUT_SECONDS
  // oxlint-disable-next-line typescript/no-deprecated -- openid-client marks options that are only for development as deprecated
  for (const allow of allowInsecure) allow(post)
  return { library, basic, post }
}
