import * as v from 'valibot'
import { createValidationError } from '../fields.ts'

/** The query parameters of a paginated list. */
export const paginationQueryFields = {
  page: v.optional(v.string(), ''),
  per_page: v.optional(v.string(), ''),
}

const PER_PAGE = 50
const PER_PAGE_MAX = 1000

/** Parses `page` and `per_page`; defaults to page 1 with 50 entries. Throws 400 for a value that is not an unsigned integer. */
export function parsePagination(query: { page: string; per_page: string }): { page: number; perPage: number } {
  const perPage = Math.min(readCount('per_page', query.per_page, PER_PAGE), PER_PAGE_MAX)
  return { page: readCount('page', query.page, 1), perPage }
}

/** Returns the headers with the total count and the page links (RFC 8288) that auth-js reads. */
export function createPaginationHeaders(
  path: string,
  { page, perPage }: { page: number; perPage: number },
  total: number,
) {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (target: number, rel: string) => `<${path}?page=${target}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  return { 'x-total-count': String(total), link: links.join(', ') }
}

function readCount(name: string, value: string, fallback: number): number {
  if (value === '' || value === '0') return fallback
  if (!/^\d{1,9}$/.test(value))
    throw createValidationError(`Bad Pagination Parameters: ${name} must be an unsigned integer`)
  return Number(value)
}
