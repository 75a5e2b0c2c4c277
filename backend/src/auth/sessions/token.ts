import * as v from 'valibot'
import type { Auth } from '../auth.ts'
import { authEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { plainObject } from '../fields.ts'
import { grantIdToken } from '../google/grant-id-token.ts'
import { grantWeb3 } from '../wallets/grant-web3.ts'
import { grantPassword } from './grant-password.ts'
import { grantPkce } from './grant-pkce.ts'
import { grantRefreshToken } from './grant-refresh-token.ts'

const input = plainObject
const query = v.looseObject({ grant_type: v.optional(v.string(), '') })

const grants = {
  password: grantPassword,
  refresh_token: grantRefreshToken,
  pkce: grantPkce,
  id_token: grantIdToken,
  web3: grantWeb3,
} as const

/** POST /token?grant_type=… Issues tokens by the given grant type; each grant validates its own body (auth-contract.md section 2). */
export function token(auth: Auth) {
  return authEndpoint(auth, {
    who: 'anyone',
    limit: ({ query }) => (!isGrant(query.grant_type) ? null : query.grant_type === 'web3' ? 'web3' : 'token'),
    input,
    query,
    async handle({ input, query, request }) {
      const name = query.grant_type
      if (!isGrant(name)) throw authErrors.unsupportedGrantType()
      return await grants[name](auth, request, input)
    },
  })
}

function isGrant(name: string): name is keyof typeof grants {
  return Object.hasOwn(grants, name)
}
