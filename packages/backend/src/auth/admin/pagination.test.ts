import { expect, test } from 'vitest'
import { createPaginationHeaders, parsePagination } from './pagination.ts'

const read = (page: string, per_page: string) => parsePagination({ page, per_page })

test('an admin list defaults to page 1 with 50 entries, and has at most 1000 entries per page', () => {
  expect(read('', '')).toEqual({ page: 1, perPage: 50 })
  expect(read('0', '0')).toEqual({ page: 1, perPage: 50 })
  expect(read('7', '20')).toEqual({ page: 7, perPage: 20 })
  expect([read('1', '1000'), read('1', '1001')].map(({ perPage }) => perPage)).toEqual([1000, 1000])
})

test('an admin list request whose page or per_page is not an unsigned integer is refused, naming the parameter', () => {
  for (const odd of ['-1', '1.5', 'x', '1x', 'x1', ' 1', '1'.repeat(10)]) {
    expect(() => read(odd, ''), odd).toThrow('Bad Pagination Parameters: page must be an unsigned integer')
    expect(() => read('', odd), odd).toThrow('Bad Pagination Parameters: per_page must be an unsigned integer')
  }
})

test('createPaginationHeaders() returns the total count and the links to the next and last page', () => {
  const at = (page: number, total: number) => createPaginationHeaders('/admin/users', { page, perPage: 50 }, total)
  const link = (page: number, rel: string) => `</admin/users?page=${page}&per_page=50>; rel="${rel}"`
  expect(at(1, 101)).toEqual({ 'x-total-count': '101', link: `${link(2, 'next')}, ${link(3, 'last')}` })
  expect(at(2, 100).link).toBe(link(2, 'last'))
  expect(at(3, 100).link).toBe(link(2, 'last'))
  expect(at(1, 0)).toEqual({ 'x-total-count': '0', link: link(1, 'last') })
})
