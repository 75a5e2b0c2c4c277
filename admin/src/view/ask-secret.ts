import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** The terminal that a command reads from. */
export type TerminalInput = NodeJS.ReadableStream & { isTTY?: boolean }

/**
 * Asks for a secret on a terminal, without showing what is typed. Returns null when the input is not a terminal or ends, or when Ctrl-C is
 * pressed.
 */
export function askSecret(
  input: TerminalInput,
  output: NodeJS.WritableStream,
  question: string,
): Promise<string | null> {
  if (!input.isTTY) return Promise.resolve(null)
  output.write(question)
  // readline echoes what is typed to its output, so it gets one that drops everything.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: silent, terminal: true })
  return new Promise((resolve) => {
    const end = (answer: string | null) => {
      resolve(answer) // before `close`, whose event resolves with null
      lines.close()
      output.write('\n')
    }
    lines.once('line', end)
    lines.once('SIGINT', () => end(null))
    lines.once('close', () => resolve(null))
  })
}
