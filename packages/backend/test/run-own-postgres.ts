// A program for tests: calls `startOwnPostgres` with the options in its argument (JSON), and stops PostgreSQL when standard input closes.
// Prints a line of JSON: {"url"} when PostgreSQL accepts connections, or {"refused"} with the error message.
import { once } from 'node:events'
import * as v from 'valibot'
import { startOwnPostgres } from '../src/database/own-postgres/own-postgres.ts'

const optionsSchema = v.object({
  dataDir: v.string(),
  systemFolder: v.exactOptional(v.string()),
  platform: v.exactOptional(v.string()),
})

try {
  const own = await startOwnPostgres(v.parse(optionsSchema, JSON.parse(process.argv[2] ?? '')))
  print({ url: own.url })
  await once(process.stdin.resume(), 'end')
  await own.stop()
} catch (error) {
  print({ refused: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
