import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { areLockedPackagesInstalled } from './install.mjs'
import { START_WORKSPACES } from './start-packages.mjs'

const TOOLS = join(import.meta.dirname, '..')
const FILES = 10

/** A fake npm for the test. It logs its process id, writes ten files slowly, and then writes npm's hidden lockfile. */
const FAKE_NPM = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
const project = process.env.FAKE_PROJECT
appendFileSync(project + '/npm.log', process.pid + '\\n')
process.on('SIGINT', () => {}) // npm does not exit on a signal either: it rolls back first
process.on('SIGTERM', () => {})
if (process.env.FAKE_ERROR) {
  console.error(process.env.FAKE_ERROR)
  process.exit(process.env.FAKE_ERROR.includes('warn') ? 0 : 1) // npm 11 only warns of files that it cannot unpack
}
mkdirSync('node_modules/left', { recursive: true })
for (let file = 1; file <= ${FILES}; file++) {
  writeFileSync('node_modules/left/' + file, '')
  writeFileSync(project + '/progress', String(file))
  await pause(10)
}
while (process.env.FAKE_WAIT && !existsSync(project + '/go-on')) await pause(5)
writeFileSync('node_modules/.package-lock.json', readFileSync('package-lock.json'))
`

const made = []
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
})

/**
 * Creates a project with one package, which the fake npm installs. The project's command `prepare-supabase` prints the number of
 * installed files.
 */
function makeProject() {
  const path = mkdtempSync(join(tmpdir(), 'interrupted-'))
  made.push(path)
  for (const part of ['run.mjs', 'bootstrap', 'node24']) {
    cpSync(join(TOOLS, part), join(path, 'tools', part), { recursive: true })
  }
  const packages = {
    '': { workspaces: START_WORKSPACES },
    'node_modules/left': { version: '1.0.0', integrity: 'sha512-a' },
  }
  for (const name of START_WORKSPACES) {
    packages[name] = { dependencies: { left: '1.0.0' } }
    mkdirSync(join(path, name), { recursive: true })
    writeFileSync(join(path, name, 'package.json'), '{}')
  }
  writeFileSync(join(path, 'package.json'), JSON.stringify({ type: 'module', workspaces: START_WORKSPACES }))
  writeFileSync(join(path, 'package-lock.json'), JSON.stringify({ packages }))
  writeFileSync(join(path, '.npmrc'), '')
  mkdirSync(join(path, 'fake'))
  writeFileSync(join(path, 'fake/package.json'), '{ "type": "module" }')
  writeFileSync(join(path, 'fake/npm-cli.js'), FAKE_NPM)
  writeFileSync(
    join(path, 'tools/prepare-supabase.ts'),
    "import { readdirSync } from 'node:fs'\nconsole.log(readdirSync('node_modules/left').length + ' files')",
  )
  return path
}

function start(path, env = {}) {
  const child = spawn(process.execPath, [join(path, 'tools/run.mjs'), 'prepare-supabase'], {
    cwd: path,
    detached: true, // starts a separate process group, like a command in a terminal
    env: {
      ...process.env,
      npm_execpath: join(path, 'fake/npm-cli.js'),
      FAKE_PROJECT: path,
      ...env,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  // Excludes the progress line, which is printed only when the install takes longer than a second.
  const withoutProgress = () => said.replace(/^Installing packages.*\n/gm, '')
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, said: withoutProgress() }))
  return { pid: child.pid, ended, said: withoutProgress }
}

function npmsIn(path) {
  const log = join(path, 'npm.log')
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map(Number) : []
}

function runsAnyNpm(path) {
  return npmsIn(path).some((pid) => /npm-cli/.test(commandOf(pid)))
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

async function untilWritten(path, files) {
  const progress = () => (existsSync(join(path, 'progress')) ? Number(readFileSync(join(path, 'progress'), 'utf8')) : 0)
  while (progress() < files) await pause(2)
}

const WAYS = {
  'Ctrl-C': (pid) => process.kill(-pid, 'SIGINT'),
  async 'Ctrl-C twice'(pid) {
    process.kill(-pid, 'SIGINT')
    await pause(5)
    if (isRunning(pid)) process.kill(-pid, 'SIGINT')
  },
  'a closed terminal': (pid) => process.kill(-pid, 'SIGHUP'),
  'a kill': (pid) => process.kill(pid, 'SIGTERM'),
  'a kill that cannot be caught': (pid) => process.kill(pid, 'SIGKILL'),
  'such a kill of the group': (pid) => process.kill(-pid, 'SIGKILL'),
}

function isRunning(pid) {
  try {
    process.kill(-pid, 0)
    return true
  } catch {
    return false
  }
}

const cases = Object.keys(WAYS).flatMap((way) => [1, FILES].map((files) => [way, files]))

test.concurrent.each(cases)(
  'the next start repeats an install that was interrupted by %s after %i files',
  async (way, files) => {
    const path = makeProject()
    const first = start(path)
    await untilWritten(path, files)
    await WAYS[way](first.pid)
    const second = await start(path).ended
    expect(second).toMatchObject({ code: 0, said: expect.stringContaining(`${FILES} files`) })
    await first.ended
    expect(runsAnyNpm(path)).toBe(false)
    expect(readdirSync(join(path, '.cache/setup')).filter((name) => name.includes('packages'))).toEqual([])
    expect(areLockedPackagesInstalled(true, path), 'there is nothing left to do').toBe(true)
  },
)

test('Ctrl-C waits until npm has ended and prints a message; the next start reports that it installs again', async () => {
  const path = makeProject()
  const first = start(path)
  await untilWritten(path, 2)
  process.kill(-Number(first.pid), 'SIGINT')
  const { signal, said } = await first.ended
  expect(runsAnyNpm(path)).toBe(false)
  expect({ signal, said }).toEqual({
    signal: 'SIGINT',
    said: 'Interrupted before the set-up was complete. The next start repeats it.\n',
  })
  expect((await start(path).ended).said).toBe(`The last install did not finish; installing again.\n${FILES} files\n`)
})

test('of two simultaneous starts only one installs; the other waits and prints a message', async () => {
  const path = makeProject()
  const first = start(path, { FAKE_WAIT: 'yes' })
  await untilWritten(path, 1)
  const second = start(path)
  const waiting = `Another command (process ${first.pid}) is setting up this folder; waiting for it.\n`
  await expect.poll(second.said).toBe(waiting)
  writeFileSync(join(path, 'go-on'), '')
  expect(await Promise.all([first.ended, second.ended])).toEqual([
    { code: 0, signal: null, said: `${FILES} files\n` },
    { code: 0, signal: null, said: `${waiting}${FILES} files\n` },
  ])
  expect(npmsIn(path)).toHaveLength(1)
})

test.each([
  ['npm error code ENOSPC', 'the disk is full; make room and run this again'],
  ['npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left', 'the disk is full; make room and run this again'],
  ['npm error request failed, reason: connect ECONNREFUSED', 'check the network and run this again'],
])('an install that fails with "%s" keeps the old packages and prints one sentence', async (error, sentence) => {
  const path = makeProject()
  await start(path).ended
  const lock = join(path, 'package-lock.json')
  writeFileSync(lock, readFileSync(lock, 'utf8').replace('sha512-a', 'sha512-b'))
  const { code, said } = await start(path, { FAKE_ERROR: error }).ended
  expect(code).toBe(1)
  expect(said.trim().split('\n')).toEqual([expect.stringContaining(sentence)])
  expect(readdirSync(join(path, 'node_modules/left'))).toHaveLength(FILES)
})
