/** SQL that selects one value of each type that the database must convert to a JavaScript value. */
export const SELECT_TYPED_VALUES_SQL = `
  select 1.50::numeric(10,2) as price, '2026-03-05'::date as day, 9007199254740993 as big, 7::bigint as small,
    '{"a": [1]}'::jsonb as json, array['x', 'y'] as list, '2026-03-05T10:00:00Z'::timestamptz as at`

/** The row that the query `SELECT_TYPED_VALUES_SQL` returns. */
export const EXPECTED_TYPED_VALUES = {
  price: '1.50',
  day: '2026-03-05',
  big: '9007199254740993',
  small: 7,
  json: { a: [1] },
  list: ['x', 'y'],
  at: new Date('2026-03-05T10:00:00Z'),
}
