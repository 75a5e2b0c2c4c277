import { expect, test } from 'vitest'
import type { RowChange } from '../database/port/row-change.ts'
import { attachFetchedRow, parseRowChangeNotification } from './row-change-notification.ts'

const change: RowChange = {
  ...{ schema: 'public', table: 'notes', type: 'UPDATE', commit_timestamp: '2026-03-05T10:00:00.123456+00:00' },
  columns: [{ name: 'id', type: 'int8' }],
  ...{ primary_key: ['id'], record: { id: 1 }, old_record: null, truncated: false },
}

test('parseRowChangeNotification keeps the JSON text of a notification, so that integers beyond 2^53 stay exact', () => {
  const text = JSON.stringify(change).replace('"id":1', '"id":9007199254740993')
  expect(parseRowChangeNotification(text)).toMatchObject({
    schema: 'public',
    table: 'notes',
    type: 'UPDATE',
    json: text,
  })
  expect(parseRowChangeNotification(text)?.json).toContain('9007199254740993')
})

test.each([
  '',
  '{',
  'null',
  '{}',
  JSON.stringify({ ...change, type: 'TRUNCATE' }),
  JSON.stringify({ ...change, record: 1 }),
])('parseRowChangeNotification returns null for the invalid notification %j', (payload) => {
  expect(parseRowChangeNotification(payload)).toBeNull()
})

test('attachFetchedRow replaces the row of a truncated change with the row read from the table', () => {
  const row = { record: { id: 1, text: 'long' }, text: '{"id":1,"text":"long"}' }
  const announced = { ...change, truncated: true }
  expect(attachFetchedRow(announced, row)).toEqual({ ...announced, record: row.record, json: `{"record":${row.text}}` })
})
