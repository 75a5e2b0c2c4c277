import { styleText } from 'node:util'
import { sanitiseForTerminal } from './text.ts'

const COLOURS = { ok: 'green', advice: 'yellow', sample: 'yellow', broken: 'red', 'not checked': 'dim' } as const

/** Adds ANSI colour codes to a text. Returns it unchanged for a pipe, with `NO_COLOR`, and for a terminal without colours. */
export function addTerminalColour(text: string, meaning: keyof typeof COLOURS, stream: NodeJS.WritableStream): string {
  return styleText(COLOURS[meaning], text, { stream, validateStream: true })
}

/** Sanitises the output of a command for a terminal (see `sanitiseForTerminal`), except the colours that `addTerminalColour` adds. */
export function sanitiseKeepingColours(text: string): string {
  const parts = text.split(/(\u001b\[(?:3\d|22?)m)/)
  return parts.map((part, index) => (index % 2 === 1 ? part : sanitiseForTerminal(part, true))).join('')
}
