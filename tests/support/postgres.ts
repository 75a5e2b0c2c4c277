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

/** A PostgreSQL server of our own, gone when disposed or when this process ends in whatever way. */
export type PostgresServer = AsyncDisposable & {
  url: string
  /** Restarts it as an upgrade would: connections are cut, data stays. Resolves when it is back. */
  restart(): Promise<void>
}

/** Which PostgreSQL. */
type Cluster = {
  /** The folder of its programs; otherwise the one that `POSTGRES_BIN` names, or what the npm package brings. */
  bin?: string | undefined
  /** Whether it keeps what it said it keeps, as it does unless told otherwise. Nothing of a test is to last. */
  isDurable?: boolean
}

/** Starts a real PostgreSQL on a free loopback port with an empty data folder. Works as root too. Takes about two seconds. */
export async function startPostgres({
  bin = process.env['POSTGRES_BIN'] || undefined,
  isDurable = false,
}: Cluster = {}): Promise<PostgresServer> {
  const choice = JSON.stringify({ bin: bin === undefined ? null : resolve(bin), isDurable })
  const keeper = spawn(process.execPath, [CLUSTER, choice], { stdio: ['pipe', 'pipe', 'inherit'] })
  const gone = once(keeper, 'exit')
  const lines = createInterface(keeper.stdout)
  const [line]: unknown[] = await Promise.race([
    once(lines, 'line'),
    gone.then(() => {
      throw new Error('PostgreSQL for the tests could not be started; the reason stands above.')
    }),
  ])
  // A program that forgets to dispose still ends, and the keeper with it.
  const letGo = () => {
    keeper.unref()
    if (keeper.stdout instanceof Socket) keeper.stdout.unref()
  }
  letGo()
  const { url } = parse(announcement, JSON.parse(String(line)))
  return {
    url,
    async restart() {
      keeper.ref()
      const back = once(lines, 'line')
      keeper.stdin.write('restart\n')
      await Promise.race([back, gone])
      letGo()
    },
    async [Symbol.asyncDispose]() {
      keeper.ref()
      keeper.stdin.end()
      await gone
    },
  }
}

/** Makes a database on that server, empty or as a copy of another one, and answers its address. */
export async function createDatabase(serverUrl: string, name: string, template = 'template1'): Promise<string> {
  await runSql(serverUrl, `create database ${quoted(name)} template ${quoted(template)}`)
  const address = new URL(serverUrl)
  address.pathname = `/${name}`
  return address.href
}

/** Removes a database and whoever is still connected to it. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await runSql(serverUrl, `drop database if exists ${quoted(name)} with (force)`)
}

/** Runs one statement on a connection of its own and answers its rows. */
export async function runSql(databaseUrl: string, statement: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new Client({ connectionString: databaseUrl })
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
