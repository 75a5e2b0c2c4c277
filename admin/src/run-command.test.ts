import { ReleaseFailure } from '@site/releases/failure'
import { expect, test } from 'vitest'
import { type CommandContext, defineCommand } from './command.ts'
import { runCommandAs } from './run-command.ts'

const tools: CommandContext = {
  site: () => Promise.reject(new Error('A command that only reads needs no site here.')),
  env: {},
  write: async () => {},
  note: () => {},
  askSecret: async () => null,
  progress: () => ({ advance: () => {}, done: () => {} }),
}

function runThatThrows(error: Error) {
  const command = defineCommand({
    kind: 'reads',
    summary: 'reads a key',
    page: { reason: 'It is for this test.' },
    examples: [],
    run: () => Promise.reject(error),
  })
  return runCommandAs(() => ({ who: 'Ada', via: 'console' }), 'key', command, { args: {}, options: {} }, tools)
}

test('runCommandAs gives a failure of packages/releases its exit code and, when it has none, the hint of its code', async () => {
  const cause = new Error('its cause')
  await expect(runThatThrows(new ReleaseFailure('bad_key', 'It is wrong.', { cause }))).rejects.toMatchObject({
    ...{ name: 'Failure', message: 'It is wrong.', code: 'bad_key', exitCode: 1, cause },
    hint: 'Nothing was signed or uploaded.',
  })
  await expect(runThatThrows(new ReleaseFailure('bad_release', 'Odd.', { hint: 'Look.' }))).rejects.toMatchObject({
    ...{ name: 'Failure', message: 'Odd.', code: 'bad_release', hint: 'Look.' },
  })
})

test('runCommandAs throws every other error as it is', async () => {
  const error = new TypeError('a bug')
  await expect(runThatThrows(error)).rejects.toBe(error)
})
