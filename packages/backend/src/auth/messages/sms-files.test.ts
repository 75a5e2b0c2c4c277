import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../../../../../tests/support/temporary-folder.ts'
import { removeSmsFiles } from './sms-files.ts'

test('removeSmsFiles() removes only the message files of the given phone number, and succeeds without a folder', async () => {
  await using data = await createTemporaryFolder('sms-')
  await removeSmsFiles(data.path, ['15551230001'])
  const folder = join(data.path, 'sms')
  await mkdir(folder)
  for (const number of ['15551230001', '15551230002']) {
    await writeFile(join(folder, `${number}.txt`), `To: ${number}\n\nYour code is 123456\n`)
  }
  await removeSmsFiles(data.path, ['15551230001'])
  expect(await readdir(folder)).toEqual(['15551230002.txt'])
})

test('removeSmsFiles() fails when a message file cannot be read', async () => {
  await using data = await createTemporaryFolder('sms-')
  await mkdir(join(data.path, 'sms/a-folder.txt'), { recursive: true })
  await expect(removeSmsFiles(data.path, ['15551230001'])).rejects.toThrow('EISDIR')
})
