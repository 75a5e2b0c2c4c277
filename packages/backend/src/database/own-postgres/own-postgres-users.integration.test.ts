import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { findProcessesOf, startOwnPostgresProgram } from '../../../../../tests/support/own-postgres.ts'
import { runSql } from '../../../../../tests/support/postgres.ts'
import { createTemporaryFolder } from '../../../../../tests/support/temporary-folder.ts'
import { findBinaries, findProgram, prepareBinaries } from './binaries.ts'
import { prepareHome } from './home.ts'

// Tests that start programs as several users, or mount file systems. They run only as root.

const NOBODY = 65_534
const ANOTHER_USER = 54_321
const isRoot = process.getuid?.() === 0
let folder: string
let dataDir: string
/** Folders that are unmounted at the end of a test, before its folder is deleted. */
let mounted: string[]

beforeEach(async () => {
  const temporary = await createTemporaryFolder('own-')
  folder = temporary.path
  dataDir = join(folder, 'data')
  chmodSync(folder, 0o711)
  mkdirSync(dataDir)
  mounted = []
  return async () => {
    for (const path of mounted) execFileSync('umount', ['-l', path])
    await temporary[Symbol.asyncDispose]()
  }
})

type Options = Omit<Parameters<typeof startOwnPostgresProgram>[0], 'dataDir'>

function start(options: Options = {}) {
  const program = startOwnPostgresProgram({ dataDir, systemFolder: join(folder, 'system'), ...options })
  onTestFinished(() => program.kill())
  return program
}

/** Returns a PATH with the programs that a start needs, but without `unshare`, as where user namespaces are not allowed. */
function withoutUnshare(): Record<string, string> {
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  symlinkSync('/bin/sh', join(programs, 'sh'))
  return { PATH: programs }
}

const findPostmaster = () => findProcessesOf(folder).find(({ command }) => /^\S*postgres -D/.test(command))
const ownerOf = (name: string) => statSync(join(dataDir, name)).uid
const works = async (url: string) => expect(await runSql(url, 'select 1 as one')).toEqual([{ one: 1 }])

test.runIf(isRoot)('as root in a folder that no other user can enter, the files belong to root', async () => {
  chmodSync(folder, 0o700)
  await works(await start().url)
  expect(ownerOf('postgres/cluster/PG_VERSION')).toBe(0)
  expect(readdirSync(folder)).toEqual(['data'])
})

test.runIf(isRoot)(
  'as root without unshare, PostgreSQL runs as an unprivileged user in a folder that it can reach',
  async () => {
    const env = withoutUnshare()
    const program = start({ env })
    await works(await program.url)
    expect(findPostmaster()?.uid).toBe(NOBODY)
    expect(ownerOf('postgres/cluster/PG_VERSION')).toBe(NOBODY)
    await program.stop()
    await works(await start().url) // unshare is there, and the files still belong to the unprivileged user
    expect(findPostmaster()?.uid).toBe(NOBODY)
  },
)

test.runIf(isRoot)(
  'as root without unshare, a database that belongs to root is given to the unprivileged user',
  async () => {
    const program = start()
    await works(await program.url)
    await program.stop()
    await works(await start({ env: withoutUnshare() }).url)
    expect(ownerOf('postgres/cluster/PG_VERSION')).toBe(NOBODY)
  },
)

test.runIf(isRoot)(
  'as root without unshare, where no other user can reach the folder, the database is kept elsewhere',
  async () => {
    chmodSync(dataDir, 0o700)
    const env = withoutUnshare()
    const program = start({ env })
    const url = await program.url
    await runSql(url, 'create table kept as select 42 as value')
    const elsewhere = readlinkSync(join(dataDir, 'postgres'))
    expect(elsewhere).toContain(join(folder, 'system'))
    expect(program.log()).toContain(`the database is kept in ${elsewhere}.`)
    await program.stop()
    expect(await runSql(await start({ env }).url, 'select value from kept')).toEqual([{ value: 42 }])
  },
)

test.runIf(isRoot)(
  'as root without unshare, where no other user can reach the binaries either, every start uses a copy of them',
  async () => {
    const installed = findBinaries()
    const unreachable = join(folder, 'clone')
    mkdirSync(unreachable, { mode: 0o700 })
    cpSync(installed.folder, join(unreachable, 'native'), { recursive: true, verbatimSymlinks: true })
    chmodSync(dataDir, 0o700)
    vi.stubEnv('PATH', withoutUnshare()['PATH'])
    onTestFinished(() => void vi.unstubAllEnvs())
    const options = { dataDir, systemFolder: join(folder, 'system'), report: () => {} }
    for (let starts = 1; starts <= 2; starts += 1) {
      const home = await prepareHome({ ...installed, folder: join(unreachable, 'native') }, options)
      expect(home.folder).toBe(readlinkSync(join(dataDir, 'postgres')))
      expect(home.binaries.folder.startsWith(home.folder)).toBe(true)
      expect(statSync(home.folder).uid).toBe(NOBODY)
      mkdirSync(join(home.folder, 'cluster'), { recursive: true }) // as after the first start
    }
  },
)

test.runIf(isRoot)('an ordinary user starts PostgreSQL in a folder of its own', async () => {
  chownSync(dataDir, NOBODY, NOBODY)
  const program = start({ uid: NOBODY })
  await works(await program.url)
  expect(findPostmaster()?.uid).toBe(NOBODY)
  await program.kill()
  await expect.poll(() => findProcessesOf(folder)).toEqual([])
})

test.runIf(isRoot).each([
  ['root', 0, ANOTHER_USER],
  ['an ordinary user', NOBODY, 0],
])('%s is refused in a folder of another user, and nothing is changed', async (_, uid, owner) => {
  const reason = `belongs to the user with the id ${owner}, and the server was started by ${uid}`
  chownSync(dataDir, owner, owner)
  const before = lstatSync(dataDir)
  await expect(start({ uid }).url).rejects.toThrow(
    `ConfigError: DATA_DIR: ${dataDir} ${reason}; name another folder. Nothing was changed.`,
  )
  expect(readdirSync(dataDir)).toEqual([])
  expect(lstatSync(dataDir)).toMatchObject({ uid: before.uid, mode: before.mode, mtimeMs: before.mtimeMs })
})

test.runIf(isRoot)('on a full disk the start is refused with the reason, and no half database is left', async () => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', dataDir])
  mounted.push(dataDir)
  await expect(start().url).rejects.toThrow(/^ConfigError: DATA_DIR: .*No space left on device; free space on its disk/)
  expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['password'])
})

test.runIf(isRoot)('on a disk that is full, writes fail, and they succeed again when there is room', async () => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=90m', 'tmpfs', dataDir])
  mounted.push(dataDir)
  const url = await start().url
  await runSql(url, 'create table kept as select 42 as value')
  const filler = join(dataDir, 'filler')
  execFileSync('sh', ['-c', 'cat /dev/zero > "$1" 2>/dev/null || true', 'sh', filler])
  const fill = () => runSql(url, 'insert into kept select 1 from generate_series(1, 100000)').then(() => null, String)
  await expect.poll(fill).not.toBe(null)
  execFileSync('rm', [filler])
  await expect.poll(fill).toBe(null)
  expect(await runSql(url, 'select count(*)::int as kept from kept where value = 42')).toEqual([{ kept: 1 }])
})

test.runIf(isRoot)(
  'binaries in a folder that cannot be written are copied once, with the links between libraries',
  async () => {
    const installed = findBinaries()
    const readOnly = join(folder, 'native')
    cpSync(installed.folder, readOnly, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() })
    execFileSync('mount', ['--bind', readOnly, readOnly])
    mounted.push(readOnly)
    execFileSync('mount', ['-o', 'remount,ro,bind', readOnly])
    const copied = await prepareBinaries({ ...installed, folder: readOnly }, dataDir)
    expect(copied.folder.startsWith(dataDir)).toBe(true)
    expect(execFileSync(findProgram(copied, 'initdb'), ['--version'], { encoding: 'utf8' })).toContain('18.')
    const { birthtimeMs } = statSync(copied.folder)
    expect(await prepareBinaries({ ...installed, folder: readOnly }, dataDir)).toEqual(copied)
    expect(statSync(copied.folder).birthtimeMs).toBe(birthtimeMs)
  },
)
