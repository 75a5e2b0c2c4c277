import { expect, test } from 'vitest'
import { parseRestQuery } from './parse/parse-query.ts'
import { rejectCostlyQuery } from './query-cost-limits.ts'

const ask = (query: string, role: 'anon' | 'authenticated' | 'service_role' = 'anon') => {
  rejectCostlyQuery(parseRestQuery(`/t?${query}`), { role })
}
const times = (count: number, text: string) => Array.from({ length: count }, () => text).join(',')

test.each([
  ['columns', (count: number) => `select=${times(count, 'a')}`],
  ['order terms', (count: number) => `order=${times(count, 'a')}`],
  ['conditions', (count: number) => times(count, 'a=eq.1').replaceAll(',', '&')],
  ['conditions in a group, which counts itself', (count: number) => `or=(${times(count - 1, 'a.eq.1')})`],
  ['conditions in nested groups', (count: number) => `or=(a.eq.1,not.and(${times(count - 3, 'a.eq.1')}))`],
])('without the secret key, a REST query with 200 %s is accepted and one with 201 is refused', (_, query) => {
  for (const role of ['anon', 'authenticated'] as const) {
    expect(() => ask(query(200), role)).not.toThrow()
    expect(() => ask(query(201), role)).toThrow(
      expect.objectContaining({
        status: 413,
        code: '54001',
        details: 'A query may have 200 columns, 200 conditions and 200 terms of an order.',
      }),
    )
  }
  expect(() => ask(query(201), 'service_role')).not.toThrow()
})

test.each(['a=match.b', 'a=not.imatch.b', 'or=(a.eq.1,b.match.c)', 'and=(a.eq.1,or(b.eq.1,c.imatch(any).{d}))'])(
  'without the secret key, a REST filter with a regular expression is refused: %s',
  (query) => {
    for (const role of ['anon', 'authenticated'] as const) {
      expect(() => ask(query, role)).toThrow(
        expect.objectContaining({
          code: 'PGRST127',
          details: 'Searching by a regular expression (match, imatch) is only available with the secret key.',
          hint: 'Use like or ilike.',
        }),
      )
    }
    expect(() => ask(query, 'service_role')).not.toThrow()
  },
)

test.each(['order=a->b', 'order=a,b->>c.desc'])(
  'without the secret key, ordering a REST query by a JSON path is refused: %s',
  (query) => {
    expect(() => ask(query)).toThrow(
      expect.objectContaining({
        code: 'PGRST127',
        details: 'Ordering by what is inside of a JSON column is only available with the secret key.',
        hint: 'Order by a column.',
      }),
    )
    expect(() => ask(query, 'service_role')).not.toThrow()
  },
)

test('without the secret key, common filters, JSON paths in select and ordering by columns are allowed', () => {
  const query = 'select=a,b->c&a=eq.1&b=like.x&c=in.(1,2)&d=is.null&e=fts.x&or=(a.ilike.b,c.gt.1)&order=a.desc,b'
  expect(() => ask(query)).not.toThrow()
})
