import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../../tools/root.ts'

/** The events in the logs of the backends that the tests started, a name in each line. tests/whole compares it with docs/watching.md. */
const FILE = join(ROOT, 'test-results/logged-events.txt')

/** Records the events in the log of a backend. Call it when the backend has ended. */
export function recordLoggedEvents(log: string): void {
  const events = new Set(Array.from(log.matchAll(/"event":"(\w+)"/g), ([, name]) => name))
  mkdirSync(dirname(FILE), { recursive: true })
  appendFileSync(FILE, Array.from(events, (name) => `${name}\n`).join(''))
}

/** Returns the events that were logged since `forgetLoggedEvents`, which a complete `npm test` calls at its beginning. */
export function readLoggedEvents(): Set<string> {
  return new Set(readFileSync(FILE, 'utf8').split('\n'))
}

/** Deletes the recorded events. */
export function forgetLoggedEvents(): void {
  rmSync(FILE, { force: true })
}
