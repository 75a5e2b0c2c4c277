/** The code that holds the operators' key, the site's secrets or a user's token. */
const HOLDS_SECRETS =
  /^(admin\/src|server\/src|packages\/(?:backend|releases)\/src|contract|supabase\/functions|tools)\/(?!.*\.test\.ts$)/

/** Matches the ways to open a connection to another machine. */
const OUTGOING =
  /(?<![\w.])fetch\(|\b(?:S3mini|createClient|createTransport|createRemoteJWKSet)\((?:[^()]|\([^()]*\))*|\bimport\('openid-client'\)|\bimport \{[^}]*\b(?:request|get|connect|createConnection)\b[^}]*\} from 'node:(?:https?|http2|net|tls)'/g

/** Matches a client that is given `fetchWithSecret`, or a function that calls it. */
const GIVEN_DOOR = /\bfetch: (?:fetchWithSecret|fetchFromSite|fetchFromBucket)\b/

/** Files that connect without `fetchWithSecret`, each with the reason why no secret can leak. */
const EXEMPT = new Map([
  ['contract/fetch-with-secret.ts', 'checks the address and refuses redirects itself'],
  ['admin/src/doctor/data.ts', 'the publishable key, which every visitor has'],
  ['admin/src/doctor/release-signature.ts', 'a public file, without a key'],
  ['admin/src/doctor/release.ts', 'public files, without a key'],
  ['admin/src/doctor/setup.ts', 'public pages, without a key'],
  [
    'packages/backend/src/auth/google/discovery.ts',
    'the library follows no redirect and refuses http except on loopback',
  ],
  ['packages/backend/src/auth/google/id-token.ts', 'public keys of the provider'],
  ['packages/releases/src/remote-files.ts', 'public files of another host, without a key'],
  ['server/src/mail/eml.ts', 'renders mails and opens no connection'],
  ['supabase/functions/_shared/smtp.ts', 'SMTP, which sends no password without TLS'],
  ['supabase/functions/_shared/webhooks/send-request.ts', 'follows no redirect; http only to allowed private networks'],
  ['tools/bootstrap/lock.mjs', 'a socket of this machine, which carries a process id'],
])

/** Reports connections of secret-holding code that bypass `fetchWithSecret`, and exempt files that need no exemption any more. */
export function findUnguardedRequests(path: string, text: string): string[] {
  if (!HOLDS_SECRETS.test(path)) return []
  const found = [...text.matchAll(OUTGOING)].filter(([call]) => !GIVEN_DOOR.test(call))
  if (EXEMPT.has(path)) return found.length > 0 ? [] : [`${path} sends no request: remove it from EXEMPT`]
  return found.map(({ 0: call, index }) => {
    const line = text.slice(0, index).split('\n').length
    return `${path}:${line} uses ${call.split(/[({]/)[0]} without fetchWithSecret, so a redirect or http could leak a secret`
  })
}
