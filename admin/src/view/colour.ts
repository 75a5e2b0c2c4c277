import { styleText } from 'node:util'

const COLOURS = { ok: 'green', advice: 'yellow', broken: 'red', 'not checked': 'dim' } as const

/** Adds ANSI colour codes to a text. Returns it unchanged for a pipe, with `NO_COLOR`, and for a terminal without colours. */
export function addTerminalColour(text: string, meaning: keyof typeof COLOURS, stream: NodeJS.WritableStream): string {
  return styleText(COLOURS[meaning], text, { stream, validateStream: true })
}
