import { PassThrough } from 'node:stream'
import { WriteStream } from 'node:tty'
import { expect, test, vi } from 'vitest'
import { addTerminalColour, sanitiseKeepingColours } from './colour.ts'

/**
 * Creates a stream that is a pipe or a terminal. Like Node's terminal streams, it derives its colour depth from the environment
 * variables.
 */
function output(isTTY: boolean) {
  return Object.assign(new PassThrough(), { isTTY, getColorDepth: WriteStream.prototype.getColorDepth })
}

test.each([
  ['a terminal', true, { TERM: 'xterm-256color' }, true],
  ['a pipe', false, { TERM: 'xterm-256color' }, false],
  ['a terminal without colours', true, { TERM: 'dumb' }, false],
  ['a terminal with NO_COLOR', true, { TERM: 'xterm-256color', NO_COLOR: '1' }, false],
])(
  'coloured for %s adds escape codes only if the terminal supports colours and NO_COLOR is unset',
  (_what, isTTY, env, hasColour) => {
    for (const name of ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS', 'COLORTERM', 'TMUX', 'CI', 'TERM_PROGRAM']) {
      vi.stubEnv(name, undefined)
    }
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    expect(addTerminalColour('✗', 'broken', output(isTTY))).toBe(hasColour ? '\u001b[31m✗\u001b[39m' : '✗')
  },
)

test('sanitiseKeepingColours keeps the colours, line breaks and tabs of an output, and no other control character', () => {
  expect(sanitiseKeepingColours('\u001b[31m✗\u001b[39m \u001b[2ma\u001b[22m\tb\r\nc')).toBe(
    '\u001b[31m✗\u001b[39m \u001b[2ma\u001b[22m\tb\nc',
  )
  expect(sanitiseKeepingColours('\u001b[2J\u001b]0;x\u0007\u009b2J\u001b[8m\r\u202e')).toBe('□[2J□]0;x□□2J□[8m□□')
})
