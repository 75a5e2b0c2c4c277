import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askSecret } from './ask-secret.ts'

function createTerminal(isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY })
  const output = new PassThrough({ encoding: 'utf8' })
  return { input, output, shown: () => String(output.read() ?? '') }
}

test('askSecret returns the typed line and shows the question, but nothing of what is typed', async () => {
  const { input, output, shown } = createTerminal()
  const answer = askSecret(input, output, 'Passphrase: ')
  input.write('grün & blau\r')
  expect(await answer).toBe('grün & blau')
  expect(shown()).toBe('Passphrase: \n')
})

test('askSecret returns null after Ctrl-C, at the end of the input, and when the input is not a terminal', async () => {
  const interrupted = createTerminal()
  const first = askSecret(interrupted.input, interrupted.output, '')
  interrupted.input.write('half\u0003')
  expect(await first).toBeNull()
  const ended = createTerminal()
  const second = askSecret(ended.input, ended.output, '')
  ended.input.end()
  expect(await second).toBeNull()
  const piped = createTerminal(false)
  piped.input.end('not asked for\n')
  expect(await askSecret(piped.input, piped.output, 'Passphrase: ')).toBeNull()
  expect(piped.shown()).toBe('')
})
