import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))

/** Runs the server until it exits, and sends it SIGTERM as soon as its output matches `until`. Returns the exit code and the output. */
export async function runServerUntilExit(env: Record<string, string>, until?: RegExp, main: string = MAIN) {
  const child = spawn(process.execPath, [main], { env: { PATH: process.env['PATH'] ?? '', ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (until?.test(output)) child.kill('SIGTERM')
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}
