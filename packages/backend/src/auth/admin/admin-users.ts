import * as v from 'valibot'
import { okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { jsonBodySchema } from '../fields.ts'
import { thinOutSessions } from '../sessions/session-store.ts'
import { findUserIdentities } from '../users/identity-store.ts'
import { renderUser } from '../users/user.ts'
import { eraseUser } from '../users/user-erasure.ts'
import {
  countUsers,
  deleteUser,
  findUserFactors,
  findUserPhoneNumbers,
  listUsers,
  lockUser,
} from '../users/user-store.ts'
import { requireKnownUser, requireUserId } from './admin-input.ts'
import { createPaginationHeaders, paginationQueryFields, parsePagination } from './pagination.ts'

const query = v.looseObject({
  ...paginationQueryFields,
  filter: v.optional(v.string(), ''),
  sort: v.optional(v.string(), ''),
})

/**
 * GET /admin/users. Returns a page of users, newest first, with their total number and links to the next and last page (auth-contract.md
 * 13.1).
 */
export const adminListUsers = defineAuthEndpoint({
  who: 'operator',
  query,
  async handle({ auth, query }) {
    const page = parsePagination(query)
    const isAscending = /^created_at asc$/i.test(query.sort)
    const users = await listUsers(auth.db.kysely, { ...page, filter: query.filter, isAscending })
    const total = await countUsers(auth.db.kysely, query.filter)
    const body = { users: users.map((user) => renderUser(user, null)), aud: 'authenticated' }
    return okResponse(body, createPaginationHeaders('/admin/users', page, total))
  },
})

/** GET /admin/users/:id. Returns a user with identities and factors. */
export const adminGetUser = defineAuthEndpoint({
  who: 'operator',
  async handle({ auth, params }) {
    const user = await requireKnownUser(auth.db.kysely, params.id)
    const identities = await findUserIdentities(auth.db.kysely, user.id)
    return okResponse(renderUser(user, identities, await findUserFactors(auth.db.kysely, user.id)))
  },
})

const deletion = v.nullish(jsonBodySchema({ should_soft_delete: v.nullish(v.boolean(), false) }))

/** DELETE /admin/users/:id. Deletes the user and all dependent rows. A soft delete only removes the personal data from the user's row. */
export const adminDeleteUser = defineAuthEndpoint({
  who: 'operator',
  input: deletion,
  async handle({ auth, input, params }) {
    const id = requireUserId(params.id)
    await thinOutSessions(auth.db.kysely, id)
    await auth.db.transaction(async (tx) => {
      const user = await lockUser(tx, id)
      if (user === null) throw authErrors.userNotFound()
      await auth.sms.deleteMessagesTo(await findUserPhoneNumbers(tx, user))
      if (input?.should_soft_delete) await eraseUser(tx, auth, user)
      else await deleteUser(tx, id)
      await recordAuditEvent(tx, 'user_deleted', user, { by: 'admin' })
    })
    return okResponse({})
  },
})
