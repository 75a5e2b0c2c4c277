import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { findProcessesOf, startOwnPostgresProgram } from '../../../../../tests/support/own-postgres.ts'
import { runSql } from '../../../../../tests/support/postgres.ts'
import { createTemporaryFolder } from '../../../../../tests/support/temporary-folder.ts'

// Starts PostgreSQL for real. own-postgres-users.integration.test.ts contains the tests that need root.

let folder: string
let dataDir: string

beforeEach(async () => {
  const temporary = await createTemporaryFolder('own-')
  folder = temporary.path
  dataDir = join(folder, 'data')
  return () => temporary[Symbol.asyncDispose]()
})

type Options = Omit<Parameters<typeof startOwnPostgresProgram>[0], 'dataDir'>

function start(options: Options = {}) {
  const program = startOwnPostgresProgram({ dataDir, ...options })
  onTestFinished(() => program.kill())
  return program
}

const cluster = () => join(dataDir, 'postgres/cluster')
const readPostmasterPid = () => Number(readFileSync(join(cluster(), 'postmaster.pid'), 'utf8').split('\n')[0])
const findProcesses = () => findProcessesOf(folder)

test('the first start creates a durable UTF-8 database, which keeps its rows until the next start', async () => {
  const first = start()
  const url = await first.url
  const [row] = await runSql(
    url,
    `select upper('é') as upper, current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
      current_setting('data_checksums') as checksums, current_setting('full_page_writes') as pages,
      (select string_agg(c, '' order by c) from unnest(array['b', 'B', 'a', 'ä']) c) as sorted`,
  )
  expect(row).toEqual({ upper: 'É', encoding: 'UTF8', fsync: 'on', checksums: 'on', pages: 'on', sorted: 'Babä' })
  await runSql(url, 'create table kept as select 42 as value')
  expect(statSync(join(dataDir, 'postgres/socket')).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'postgres/password')).mode & 0o777).toBe(0o600)
  await first.stop()
  expect(findProcesses()).toEqual([])
  expect(readdirSync(cluster())).not.toContain('postmaster.pid') // it was shut down, and not killed
  expect(first.log()).toBe('')
  chmodSync(cluster(), 0o755) // as after a copy
  expect(await runSql(await start().url, 'select value from kept')).toEqual([{ value: 42 }])
})

test('where the path of a socket would be too long, PostgreSQL listens on loopback and wants the password', async () => {
  dataDir = join(folder, 'a-very-long-name-'.repeat(8))
  const url = new URL(await start().url)
  expect(url.hostname).toBe('127.0.0.1')
  expect(await runSql(url.href, 'select 1 as one')).toEqual([{ one: 1 }])
  url.password = 'another'
  await expect(runSql(url.href, 'select 1')).rejects.toThrow('password authentication failed')
})

test('a second server on the same folder is refused in one sentence, and the first one goes on', async () => {
  const url = await start().url
  await expect(start().url).rejects.toThrow(
    `ConfigError: DATA_DIR: ${dataDir} can't be used: another process is using it.`,
  )
  expect(await runSql(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('when the server is killed, PostgreSQL ends within a second, and what was acknowledged is there after the next start', async () => {
  for (let run = 1; run <= 5; run += 1) {
    const program = start()
    const url = await program.url
    await runSql(url, run === 1 ? 'create table kept as select 1 as run' : `insert into kept values (${run})`)
    await program.kill()
    const begin = performance.now()
    while (findProcesses().length > 0) await pause(5)
    expect(performance.now() - begin).toBeLessThan(1_000)
  }
  expect(await runSql(await start().url, 'select count(*)::int as runs from kept')).toEqual([{ runs: 5 }])
})

test('an initdb that was killed together with the server is repeated', async () => {
  const killed = start()
  const home = join(dataDir, 'postgres')
  const isPartial = () => readdirSync(home).some((name) => name.startsWith('partial-'))
  await expect.poll(isPartial, { interval: 5 }).toBe(true)
  await killed.kill()
  expect(readdirSync(home)).not.toContain('cluster')
  await expect.poll(findProcesses).toEqual([])
  expect(await runSql(await start().url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(isPartial()).toBe(false)
})

test('PostgreSQL that was killed is started again, and nothing that was acknowledged is lost', async () => {
  const program = start()
  const url = await program.url
  await runSql(url, 'create table kept (value int)')
  let [acknowledged, failed] = [0, 0]
  const insert = () => runSql(url, 'insert into kept values (1)')
  for (const killAt of [5, 10]) {
    for (let tries = 0; tries < killAt; tries += 1) await insert().then(() => (acknowledged += 1))
    process.kill(readPostmasterPid(), 'SIGKILL')
    await expect
      .poll(
        () =>
          insert().then(
            () => (acknowledged += 1),
            () => ((failed += 1), 0),
          ),
        { interval: 50 },
      )
      .toBeGreaterThan(0)
  }
  expect(failed).toBeGreaterThan(0)
  const [row] = await runSql(url, 'select count(*)::int as kept from kept')
  expect(row).toEqual({ kept: acknowledged })
  expect(program.log()).toContain('PostgreSQL ended (SIGKILL); it is started again in 250 ms.')
})

test('a PostgreSQL that was left behind is ended before a new one starts', async () => {
  const killed = start()
  await killed.url
  const left = readPostmasterPid()
  for (const { pid, command } of findProcesses()) if (command.startsWith('/bin/sh -c')) process.kill(pid, 'SIGKILL')
  await killed.kill()
  await pause(200)
  expect(findProcesses().map(({ pid }) => pid)).toContain(left)
  expect(await runSql(await start().url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(readPostmasterPid()).not.toBe(left)
  expect(findProcesses().map(({ pid }) => pid)).not.toContain(left)
})

test('a postmaster.pid and a socket lock with the process id of another program do not prevent a start', async () => {
  const first = start()
  await first.url
  await first.stop()
  writeFileSync(join(cluster(), 'postmaster.pid'), `${process.pid}\n${cluster()}\n0\n5432\n\n\n`, { mode: 0o600 })
  const socket = join(dataDir, 'postgres/socket')
  writeFileSync(join(socket, '.s.PGSQL.5432'), '')
  writeFileSync(join(socket, '.s.PGSQL.5432.lock'), `${process.pid}\n`)
  expect(await runSql(await start().url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a database of another major version is refused, and nothing is changed', async () => {
  mkdirSync(cluster(), { recursive: true })
  writeFileSync(join(cluster(), 'PG_VERSION'), '17\n')
  await expect(start().url).rejects.toThrow(
    `ConfigError: DATA_DIR: ${cluster()} holds a database of PostgreSQL 17, and this server runs 18; name another folder. Nothing was changed.`,
  )
  expect(readdirSync(dataDir, { recursive: true })).toHaveLength(3)
})

test('the folder of an embedded database is refused, and nothing is changed', async () => {
  mkdirSync(join(dataDir, 'database'), { recursive: true })
  writeFileSync(join(dataDir, 'database/PG_VERSION'), '18\n')
  await expect(start().url).rejects.toThrow('/data/database holds a database of an older version of this server')
  expect(readdirSync(dataDir, { recursive: true })).toHaveLength(2)
})

test('on a platform without binaries the start is refused with a sentence that names DATABASE_URL', async () => {
  await expect(start({ platform: 'linux-riscv64' }).url).rejects.toThrow(
    'ConfigError: DATABASE_URL is needed: no PostgreSQL for linux-riscv64 is installed here; name a PostgreSQL server, version 15 or later.',
  )
  expect(readdirSync(folder)).toEqual([])
})

test('a locale and a time zone that do not exist have no effect, and PostgreSQL gets neither secrets nor sockets', async () => {
  const listening = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void listening.close())
  await new Promise((resolve) => listening.once('listening', resolve))
  const handle: unknown = Reflect.get(listening, '_handle')
  const inherits = typeof handle === 'object' && handle !== null ? Number(Reflect.get(handle, 'fd')) : -1
  const env = { LANG: 'xx_YY.odd', LC_ALL: 'nowhere', LC_COLLATE: 'tr_TR', TZ: 'Mars/Base', SECRET: 'sb_secret_value' }
  const program = start({ env, inherits })
  const [row] = await runSql(
    await program.url,
    `select current_setting('lc_messages') as messages, current_setting('log_timezone') as zone,
      (select datlocale || datcollate from pg_database where datname = 'postgres') as locale`,
  )
  expect(row).toEqual({ messages: 'C', zone: 'UTC', locale: 'C.UTF-8C' })
  const socket = statSync(`/proc/${program.pid}/fd/3`).ino
  const own = findProcesses().filter(({ pid }) => pid !== program.pid)
  expect(own.length).toBeGreaterThan(3)
  for (const { pid } of own) {
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/SECRET|sb_secret|Mars/)
    for (const descriptor of readdirSync(`/proc/${pid}/fd`)) {
      expect(statSync(`/proc/${pid}/fd/${descriptor}`, { throwIfNoEntry: false })?.ino).not.toBe(socket)
    }
  }
})

test('a data folder that cannot be written is refused', async () => {
  writeFileSync(join(folder, 'file'), '')
  dataDir = join(folder, 'file/data')
  await expect(start().url).rejects.toThrow(`ConfigError: DATA_DIR: `)
})
