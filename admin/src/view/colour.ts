import { styleText } from 'node:util'

/** What a colour says: all is well, it could be better, it is broken, or it matters less. */
const COLOURS = { ok: 'green', advice: 'yellow', broken: 'red', 'not checked': 'dim' } as const

/** Colours a text where `stream` is a terminal; leaves it as it is in a pipe, with `NO_COLOR`, and in a terminal without colours. */
export function coloured(text: string, meaning: keyof typeof COLOURS, stream: NodeJS.WritableStream): string {
  return styleText(COLOURS[meaning], text, { stream, validateStream: true })
}
