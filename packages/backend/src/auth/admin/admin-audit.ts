import * as v from 'valibot'
import { okResponse } from '../../http/endpoint-response.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { createPaginationHeaders, paginationQueryFields, parsePagination } from './pagination.ts'

/** GET /admin/audit. Returns a page of audit log entries, newest first. Entries contain the user id, not the e-mail address or phone number. */
export const adminListAuditLog = defineAuthEndpoint({
  who: 'operator',
  query: v.looseObject(paginationQueryFields),
  async handle({ auth, query }) {
    const page = parsePagination(query)
    const { kysely } = auth.db
    const rows = await kysely
      .selectFrom('auth.audit_log_entries')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.perPage)
      .offset((page.page - 1) * page.perPage)
      .execute()
    const { total } = await kysely
      .selectFrom('auth.audit_log_entries')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const body = rows.map(({ id, payload, created_at }) => ({ id, payload, created_at: created_at.toISOString() }))
    return okResponse(body, createPaginationHeaders('/admin/audit', page, Number(total)))
  },
})
