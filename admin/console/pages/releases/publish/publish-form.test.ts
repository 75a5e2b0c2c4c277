import { expect, test } from 'vitest'
import { EMPTY_FORM, toPublishFields } from './publish-form.ts'

const file = (id: string | null) => ({ name: 'x', size: 1, read: 1, id, blockmap: false, error: null })

test('toPublishFields leaves out empty texts, files that were not sent completely, and a share of 100 %', () => {
  expect(toPublishFields(EMPTY_FORM, { windows: file(null) }, null)).toEqual({
    channel: 'stable',
    'allow-32-bit-installer': false,
    'allow-other-version': false,
  })
})

test('toPublishFields trims texts, returns the ids of the files and of the key, and never returns the passphrase', () => {
  const form = { ...EMPTY_FORM, version: ' 1.4.0 ', staged: '25', notes: 'Faster.\n', passphrase: 'secret words' }
  const fields = toPublishFields(form, { windows: file('a'), 'mac-intel-zip': file('b') }, 'c')
  expect(fields).toMatchObject({
    version: '1.4.0',
    staged: '25',
    notes: 'Faster.',
    windows: 'a',
    'mac-intel-zip': 'b',
    key: 'c',
  })
  expect(JSON.stringify(fields)).not.toContain('secret')
})
