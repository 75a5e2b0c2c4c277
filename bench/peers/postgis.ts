import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../tests/support/free-port.ts'
import { createDatabase, runSql } from '../../tests/support/postgres.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'

const run = promisify(execFile)

/** As little work for the disk as the other PostgreSQL of this benchmark has (`tests/support/postgres-cluster.ts`). */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '64MB' }

/**
 * The machine's own PostgreSQL with PostGIS (on Debian `postgresql-15-postgis-3`) with an empty database; gone when disposed.
 * Rejects with one sentence where there is none.
 */
export async function startPostgis(): Promise<AsyncDisposable & { url: string; version: string }> {
  const version = globSync('/usr/share/postgresql/*/extension/postgis.control')[0]?.split('/')[4]
  if (version === undefined) throw new Error('it needs PostGIS, which this machine does not have')
  const bin = `/usr/lib/postgresql/${version}/bin`
  await using onTheWay = new AsyncDisposableStack()
  const { path } = onTheWay.use(await temporaryFolder('postgis-'))
  const data = join(path, 'data')
  await mkdir(data, { mode: 0o700 })
  const owner = process.getuid?.() === 0 ? nobody() : null // PostgreSQL refuses to run as root
  if (owner !== null) {
    await chmod(path, 0o755)
    await chown(data, owner, owner)
  }
  const asOwner = owner === null ? { cwd: path } : { cwd: path, uid: owner, gid: owner }
  await run(`${bin}/initdb`, ['-D', data, '--username=postgres', '--auth=trust', '--no-sync'], asOwner)
  const port = await freePort()
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', ...SETTINGS }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(`${bin}/postgres`, ['-D', data, ...options], { ...asOwner, stdio: ['ignore', 'ignore', 'pipe'] })
  onTheWay.defer(async () => {
    const gone = once(server, 'exit')
    if (server.kill('SIGQUIT')) await gone
  })
  await saidReady(server.stderr.setEncoding('utf8'))
  const url = await createDatabase(`postgres://postgres@127.0.0.1:${port}/postgres`, 'site')
  await runSql(url, 'create extension postgis')
  const leftovers = onTheWay.move()
  return { url, version, [Symbol.asyncDispose]: () => leftovers.disposeAsync() }
}

async function saidReady(output: NodeJS.ReadableStream): Promise<void> {
  let said = ''
  const isReady = new Promise<void>((resolve, reject) => {
    output.on('data', (text) => {
      said += String(text)
      if (said.includes('ready to accept connections')) resolve()
    })
    output.once('end', () => reject(new Error(`PostgreSQL with PostGIS did not start: ${said}`)))
  })
  await isReady
}

function nobody(): number {
  const id = /^nobody:[^:]*:(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[1]
  if (id === undefined) throw new Error('PostgreSQL cannot run as root, and there is no user "nobody" to run it as')
  return Number(id)
}
