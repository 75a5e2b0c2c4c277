import { okResponse } from '../../http/endpoint-response.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { findUserIdentities } from './identity-store.ts'
import { renderUser } from './user.ts'
import { findUserFactors } from './user-store.ts'

/** GET /user. Returns the signed-in user, read from the database. */
export const getCurrentUser = defineAuthEndpoint({
  who: 'user',
  async handle({ auth, request, signedIn }) {
    const { user, claims } = signedIn
    const audience = request.headers['x-jwt-aud']
    if (audience !== undefined && audience !== claims.aud) throw authErrors.wrongAudience()
    const identities = await findUserIdentities(auth.db.kysely, user.id)
    const factors = await findUserFactors(auth.db.kysely, user.id)
    return okResponse(renderUser(user, identities, factors), { 'cache-control': 'no-store' })
  },
})
