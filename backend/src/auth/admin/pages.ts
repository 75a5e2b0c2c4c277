import * as v from 'valibot'
import { invalid } from '../fields.ts'

/** What a list is asked with. */
export const pageQuery = {
  page: v.optional(v.string(), ''),
  per_page: v.optional(v.string(), ''),
}

const PER_PAGE = 50
const PER_PAGE_MAX = 1000

/** Which part of a list is wanted; the first page of fifty unless said otherwise. Refuses what is no number. */
export function readPage(query: { page: string; per_page: string }): { page: number; perPage: number } {
  const perPage = Math.min(readCount('per_page', query.per_page, PER_PAGE), PER_PAGE_MAX)
  return { page: readCount('page', query.page, 1), perPage }
}

/** The headers that tell auth-js how many there are and where they go on (RFC 8288). */
export function pageHeaders(path: string, { page, perPage }: { page: number; perPage: number }, total: number) {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (target: number, rel: string) => `<${path}?page=${target}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  return { 'x-total-count': String(total), link: links.join(', ') }
}

function readCount(name: string, value: string, fallback: number): number {
  if (value === '' || value === '0') return fallback
  if (!/^\d{1,9}$/.test(value)) throw invalid(`Bad Pagination Parameters: ${name} must be an unsigned integer`)
  return Number(value)
}
