import * as v from 'valibot'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { plainObjectSchema } from '../fields.ts'
import { handleIdTokenGrant } from '../google/grant-id-token.ts'
import { handleWeb3Grant } from '../wallets/grant-web3.ts'
import { handlePasswordGrant } from './grant-password.ts'
import { handlePkceGrant } from './grant-pkce.ts'
import { handleRefreshTokenGrant } from './grant-refresh-token.ts'

const input = plainObjectSchema
const query = v.looseObject({ grant_type: v.optional(v.string(), '') })

const grants = {
  password: handlePasswordGrant,
  refresh_token: handleRefreshTokenGrant,
  pkce: handlePkceGrant,
  id_token: handleIdTokenGrant,
  web3: handleWeb3Grant,
} as const

/** POST /token?grant_type=… Issues tokens by the given grant type; each grant validates its own body (auth-contract.md section 2). */
export const issueTokensEndpoint = defineAuthEndpoint({
  who: 'anyone',
  limit: ({ query }) => (!isGrant(query.grant_type) ? null : query.grant_type === 'web3' ? 'web3' : 'token'),
  input,
  query,
  async handle({ input, query, ...context }) {
    const name = query.grant_type
    if (!isGrant(name)) throw authErrors.unsupportedGrantType()
    return await grants[name](context, input)
  },
})

function isGrant(name: string): name is keyof typeof grants {
  return Object.hasOwn(grants, name)
}
