import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { parseWaveName, parseWaveSelection, WAVE_SELECTION_OPTIONS } from './selection.ts'

const NONE = { next: undefined, status: undefined, since: undefined, until: undefined, list: undefined }

test('parseWaveSelection returns null without options, the number and filters of --next, and the addresses of --list', async () => {
  vi.stubEnv('TZ', 'UTC')
  expect(await parseWaveSelection(NONE)).toBeNull()
  expect(await parseWaveSelection({ ...NONE, next: 10_000 })).toEqual({ selection: { next: 10_000 }, repeated: 0 })
  expect(
    await parseWaveSelection({ ...NONE, next: 5, status: 'paid', since: '2026-03-05', until: '2026-03-06' }),
  ).toEqual({
    selection: { next: 5, status: 'paid', since: '2026-03-05T00:00:00.000Z', until: '2026-03-06T00:00:00.000Z' },
    repeated: 0,
  })
  await using folder = await createTemporaryFolder('list-')
  const list = join(folder.path, 'list.txt')
  await writeFile(list, 'ada@example.com\nADA@example.com\n')
  expect(await parseWaveSelection({ ...NONE, list })).toEqual({
    selection: { emails: ['ada@example.com'] },
    repeated: 1,
  })
})

test.each([
  [{ next: 5, since: 'May' }, '--since must be a day such as 2026-03-05, and "May" is not.'],
  [{ next: 5, until: '2026-13-01' }, '--until must be a day'],
  [{ next: 5, since: '2026-03-05', until: '2026-03-05' }, '--since must be before --until.'],
  [{ status: 'free' as const }, '--status needs --next N'],
  [{ until: '2026-03-05' }, '--until needs --next N'],
  [{ list: 'x', next: 5 }, '--list and --next cannot be combined.'],
  [{ list: 'x', since: '2026-03-05' }, '--list and --since cannot be combined.'],
])('parseWaveSelection rejects %j with a message that names the option', async (options, message) => {
  await expect(parseWaveSelection({ ...NONE, ...options })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(message),
  })
})

test('a wave selects by the statuses of sign-ups that can be invited, and by no other text', () => {
  expect(WAVE_SELECTION_OPTIONS.status.choices).toEqual(['free', 'paid', 'verified', 'flagged'])
})

test('parseWaveName accepts lower-case letters, digits and hyphens, and rejects other names with a message', () => {
  for (const name of ['a', 'spring-2', `a${'b'.repeat(39)}`]) expect(parseWaveName(name)).toBe(name)
  for (const name of ['', '-a', 'Spring', 'a b', 'ä', `a${'b'.repeat(40)}`, 'a\n', "a'; drop table waves"]) {
    expect(() => parseWaveName(name), name).toThrow('--wave must be 1 to 40 lower-case letters, digits and hyphens')
  }
})
