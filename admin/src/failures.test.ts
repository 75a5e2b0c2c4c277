import { expect, test } from 'vitest'
import { CommandFailure, createFileFailure } from './failures.ts'

test('CommandFailure has the exit code and hint of its error code, and a given hint overrides the default', () => {
  const usage = new CommandFailure('usage', 'What?')
  expect(usage).toMatchObject({
    name: 'Failure',
    exitCode: 2,
    hint: 'Add --help to see how to use it.',
    message: 'What?',
  })
  expect(new CommandFailure('usage', 'What?', { hint: 'Say it again.' }).hint).toBe('Say it again.')
  const cause = new Error('inner')
  expect(new CommandFailure('refused', 'No.', { cause })).toMatchObject({ exitCode: 1, hint: '', cause })
})

test('createFileFailure names the path and explains each known system error code in plain words', () => {
  const reasons = {
    ENOENT: 'no such file or folder',
    EACCES: 'you do not have permission to open it',
    EPERM: 'you do not have permission to open it',
    EISDIR: 'that is a folder',
    ENOTDIR: 'part of the path is not a folder',
    EEXIST: 'it already exists',
    ENOSPC: 'the disk is full',
    EBUSY: 'it is a mount point, which cannot be renamed; name a folder below it',
    EXDEV: 'that is on another disk',
    EROFS: 'it is read-only',
  }
  for (const [code, reason] of Object.entries(reasons)) {
    const cause = Object.assign(new Error(`${code}: system words`), { code })
    expect(createFileFailure('a.csv', cause)).toMatchObject({ code: 'bad_file', message: `a.csv: ${reason}.`, cause })
  }
})

test('createFileFailure uses the system error message for an unknown error code', () => {
  const odd = Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
  expect(createFileFailure('a.csv', odd).message).toBe('a.csv: EIO: i/o error.')
  expect(createFileFailure('a.csv', new Error('went away')).message).toBe('a.csv: went away.')
  expect(createFileFailure('a.csv', 'gone').message).toBe('a.csv: gone.')
  expect(createFileFailure('a.csv', null).message).toBe('a.csv: null.')
})
