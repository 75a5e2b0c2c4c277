import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { object, parse, pipe, string, url } from 'valibot'

const CLUSTER = fileURLToPath(new URL('postgres-cluster.ts', import.meta.url))
const announcement = object({ url: pipe(string(), url()) })

/** A PostgreSQL server for tests. It stops when it is disposed, and also when this process ends or is killed. */
export type PostgresServer = AsyncDisposable & {
  url: string
  /** Restarts the server, which keeps its data and terminates all connections. Resolves when the server accepts connections again. */
  restart(): Promise<void>
}

type ServerOptions = {
  /** The folder of PostgreSQL's binaries. Default: `POSTGRES_BIN`, otherwise the folder in the npm package. */
  bin?: string | undefined
  /** Enables fsync and synchronous commits, which are off by default because test data need not survive a crash. */
  isDurable?: boolean
}

/** Starts PostgreSQL on a free loopback port with an empty data folder, which takes about two seconds. The test process may run as root. */
export async function startPostgres({
  bin = process.env['POSTGRES_BIN'] || undefined,
  isDurable = false,
}: ServerOptions = {}): Promise<PostgresServer> {
  const choice = JSON.stringify({ bin: bin === undefined ? null : resolve(bin), isDurable })
  const keeper = spawn(process.execPath, [CLUSTER, choice], { stdio: ['pipe', 'pipe', 'inherit'] })
  const gone = once(keeper, 'exit')
  const lines = createInterface(keeper.stdout)
  const [line]: unknown[] = await Promise.race([
    once(lines, 'line'),
    gone.then(() => {
      throw new Error('PostgreSQL for the tests could not be started; the reason is printed above.')
    }),
  ])
  // The child process and its output stream must not keep the test process alive when the server is not disposed.
  const unref = () => {
    keeper.unref()
    if (keeper.stdout instanceof Socket) keeper.stdout.unref()
  }
  unref()
  const { url } = parse(announcement, JSON.parse(String(line)))
  return {
    url,
    async restart() {
      keeper.ref()
      const back = once(lines, 'line')
      keeper.stdin.write('restart\n')
      await Promise.race([back, gone])
      unref()
    },
    async [Symbol.asyncDispose]() {
      keeper.ref()
      keeper.stdin.end()
      await gone
    },
  }
}

/** Creates a database on a server, empty or as a copy of `template`, and returns its URL. */
export async function createDatabase(serverUrl: string, name: string, template = 'template1'): Promise<string> {
  // Copying the files of the template takes a third of the time of the default strategy, which writes every page to the log.
  await runSql(serverUrl, `create database ${quoted(name)} template ${quoted(template)} strategy file_copy`)
  const address = new URL(serverUrl)
  address.pathname = `/${name}`
  return address.href
}

/** Drops a database and terminates its connections. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await runSql(serverUrl, `drop database if exists ${quoted(name)} with (force)`)
}

/** Runs one SQL statement on a new connection and returns its rows. */
export async function runSql(databaseUrl: string, statement: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => {}) // a lost connection rejects the query too
  await client.connect()
  try {
    const result = await client.query<Record<string, unknown>>(statement, values)
    return result.rows
  } finally {
    await client.end()
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
