import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from './paths.mjs'

const folder = mkdtempSync(join(tmpdir(), 'child-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Calls `runProgram` with the given program in a separate process, and reads the output of this process and of the program. */
async function startThrough(program) {
  const file = join(folder, `${Math.random()}.mjs`)
  writeFileSync(file, program)
  const childModule = JSON.stringify(new URL('child.mjs', import.meta.url).href)
  const script = `import { runProgram } from ${childModule}
    await runProgram(process.execPath, ${JSON.stringify(relative(ROOT, file))}, [])`
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, npm_lifecycle_event: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(starter.stdout)[Symbol.asyncIterator]()
  return { starter, ended: once(starter, 'exit'), nextLine: async () => (await lines.next()).value }
}

const SERVER = `
  process.on('SIGTERM', () => { console.log('asked to stop'); process.exit(7) })
  setInterval(() => {}, 1_000)
  console.log('running')`

test('runProgram exits with the exit code of the program', async () => {
  const { ended } = await startThrough('process.exit(3)')
  expect(await ended).toEqual([3, null])
})

test('runProgram ends with the signal that killed the program', async () => {
  const { ended } = await startThrough("process.kill(process.pid, 'SIGKILL')")
  expect(await ended).toEqual([null, 'SIGKILL'])
})

test('runProgram forwards SIGTERM to the program', async () => {
  const { starter, ended, nextLine } = await startThrough(SERVER)
  expect(await nextLine()).toBe('running')
  starter.kill('SIGTERM')
  expect(await nextLine()).toBe('asked to stop')
  expect(await ended).toEqual([7, null])
})

test('the program stops when the process that started it is killed', async () => {
  const { starter, nextLine } = await startThrough(SERVER)
  expect(await nextLine()).toBe('running')
  starter.kill('SIGKILL')
  expect(await nextLine()).toBe('asked to stop')
})
