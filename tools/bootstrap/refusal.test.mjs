import { expect, test } from 'vitest'
import { createProgramError } from './user-facing-error.mjs'

test.each([
  ['npm error code ENOSPC', 'Packages: the disk is full; make room and run this again.'],
  [
    'npm error network request failed, reason: getaddrinfo ENOTFOUND',
    /^Packages: the package registry could not be reached/,
  ],
  ['npm error code EACCES', /^Packages: a file could not be written/],
])('createProgramError turns the output "%s" into one plain sentence', (output, sentence) => {
  expect(createProgramError('Packages', output).message).toMatch(sentence)
})

test('createProgramError quotes only the last lines of a program whose error it does not recognise', () => {
  const output = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n')
  const { message } = createProgramError('Packages', output)
  expect(message).toContain('line 99')
  expect(message).not.toContain('line 50')
})
