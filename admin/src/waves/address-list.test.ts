import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CONVERTED_EMAIL_VECTORS } from '@site/contract/validation-vectors'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { parseAddressArgument } from '../privacy/export.ts'
import { MOST_LISTED, parseAddressList, readAddressList } from './address-list.ts'

test('parseAddressList returns each address once, in lower case, with any line endings, and counts the duplicates', () => {
  const text = '\ufeff# friends\r\n Ada@Example.com \n\nbob@example.com\rada@example.com\nBOB@example.com'
  expect(parseAddressList('list.txt', text)).toEqual({ emails: ['ada@example.com', 'bob@example.com'], repeated: 2 })
})

test('parseAddressList and parseAddressArgument convert internationalised and pasted addresses to ASCII', () => {
  for (const { input, outcome } of CONVERTED_EMAIL_VECTORS) {
    expect(parseAddressList('list.txt', `\u2068${input}\u2069\n\u200b\n`)).toEqual({ emails: [outcome], repeated: 0 })
    expect(parseAddressArgument(input)).toBe(outcome)
  }
})

test('parseAddressList names the file and the line of the first text that is not an address', () => {
  const parse = (text: string) => () => parseAddressList('list.txt', text)
  expect(parse('ada@example.com\nAda <ada@example.com>')).toThrow(
    'list.txt, line 2: "Ada <ada@example.com>" is not an email address.',
  )
  expect(parse('\u001b[31mred')).toThrow('list.txt, line 1: "□[31mred" is not an email address.')
  expect(parse(`${'x'.repeat(500)}`)).toThrow(`"${'x'.repeat(80)}" is not an email address.`)
  expect(parse('# nobody\n')).toThrow('list.txt contains no address.')
})

test('parseAddressList rejects more than 4000 different addresses', () => {
  const many = Array.from({ length: MOST_LISTED + 1 }, (_, index) => `ada${index}@example.com`)
  expect(parseAddressList('list.txt', [...many.slice(1), ...many.slice(1)].join('\n')).repeated).toBe(MOST_LISTED)
  expect(() => parseAddressList('list.txt', many.join('\n'))).toThrow('list.txt: a list has at most 4000 addresses.')
})

test('readAddressList rejects a missing file, a folder and an enormous file with a message that names it', async () => {
  await using folder = await createTemporaryFolder('list-')
  const at = (name: string) => join(folder.path, name)
  await mkdir(at('folder'))
  await writeFile(at('large'), '')
  await truncate(at('large'), 5_000_000)
  for (const [name, message] of [
    ['missing', 'no such file or folder.'],
    ['folder', 'that is a folder.'],
    ['large', 'a list has at most 4000 addresses.'],
  ] as const) {
    await expect(readAddressList(at(name))).rejects.toMatchObject({
      code: 'bad_file',
      message: `${at(name)}: ${message}`,
    })
  }
})
