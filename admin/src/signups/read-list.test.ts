import { expect, test } from 'vitest'
import { parseSignupList } from './read-list.ts'

test('parseSignupList reads CSV separated by commas, semicolons or tabs, and JSON Lines; it ignores unknown columns and empty cells', () => {
  const ada = { name: 'Ada Lovelace', email: 'ada@example.com', created_at: '2026-03-05T10:00:00Z' }
  for (const separator of [',', ';', '\t']) {
    const header = ['id', 'Email', 'name', 'created_at', 'wave'].join(separator)
    const row = ['7', 'ada@example.com', '"Ada Lovelace"', ada.created_at, ''].join(separator)
    expect(parseSignupList('list', `\ufeff${header}\r\n${row}\r\n\r\n`)).toEqual([ada])
  }
  expect(parseSignupList('list', `${JSON.stringify({ id: '7', wave: null, ...ada })}\n\n`)).toEqual([ada])
})

test('parseSignupList names the line, the column and the value of each row that cannot be stored, up to ten of them', () => {
  const parse = (text: string) => () => parseSignupList('list', text)
  expect(parse('name,mail\nAda,a@example.com')).toThrow('list: the first line has no column "email".')
  expect(parse('name,email\n"Ada\nLovelace",ada@example.com\nGrace Hopper,grace')).toThrow(
    'list, line 4: email "grace" is not an email address.',
  )
  expect(parse('name,email\nAda Lovelace,ada@example.com\nGrace Hopper,grace')).toThrow(
    'list, line 3: email "grace" is not an email address.',
  )
  expect(parse('name,email\nAda 1,ada@example.com')).toThrow(
    'list, line 2: name "Ada 1": Name contains invalid characters.',
  )
  expect(parse('name,email,created_at\nAda Lovelace,ada@example.com,soon')).toThrow(
    'list, line 2: created_at "soon" is no time.',
  )
  expect(parse('name,email,is_paid\nAda Lovelace,ada@example.com,yes')).toThrow(
    'list, line 2: is_paid "yes" is neither true nor false.',
  )
  expect(parse('name,email\n,a@example.com\nAda Lovelace,b')).toThrow(
    'list, line 2: name is missing; line 3: email "b" is not an email address.',
  )
  expect(parse(`name,email\n${'Ada Lovelace,a\n'.repeat(12)}`)).toThrow(
    /; line 11: email "a" is not an email address; and 2 more\.$/,
  )
  expect(parse('{"name": "Ada"')).toThrow('list, line 1 is not a JSON object.')
  expect(parse('name,email\n')).toThrow('list contains no sign-up.')
})

test('parseSignupList accepts an invalid name of a buyer, which the database stores sanitised', () => {
  const list = 'name,email,is_paid,amount,order_id\n"Ada Larsen, MD",ada@example.com,true,29,cs_1'
  expect(parseSignupList('list', list)).toMatchObject([{ name: 'Ada Larsen, MD', amount: '29' }])
})
