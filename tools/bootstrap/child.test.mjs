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

/**
 * Calls `runProgram` with the given program in a separate process, and reads the output of this process and of the program. `canReplace`
 * false: as on a system that cannot replace a process.
 */
async function startThrough(program, canReplace) {
  const file = join(folder, `${Math.random()}.mjs`)
  writeFileSync(file, program)
  const childModule = JSON.stringify(new URL('child.mjs', import.meta.url).href)
  const script = `import { runProgram } from ${childModule}
    ${canReplace ? '' : 'process.execve = undefined'}
    await runProgram(process.execPath, ${JSON.stringify(relative(ROOT, file))}, [])`
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(starter.stdout)[Symbol.asyncIterator]()
  return { starter, ended: once(starter, 'exit'), nextLine: async () => (await lines.next()).value }
}

const SERVER = `
  process.on('SIGTERM', () => { console.log('asked to stop'); process.exit(7) })
  setInterval(() => {}, 1_000)
  console.log('running')`

for (const canReplace of [true, false]) {
  const how = canReplace ? 'in its place' : 'as a child'

  test(`runProgram, ${how}: the exit code is that of the program`, async () => {
    const { ended } = await startThrough('process.exit(3)', canReplace)
    expect(await ended).toEqual([3, null])
  })

  test(`runProgram, ${how}: a signal that kills the program is reported`, async () => {
    const { ended } = await startThrough("process.kill(process.pid, 'SIGKILL')", canReplace)
    expect(await ended).toEqual([null, 'SIGKILL'])
  })

  test(`runProgram, ${how}: the program gets SIGTERM`, async () => {
    const { starter, ended, nextLine } = await startThrough(SERVER, canReplace)
    expect(await nextLine()).toBe('running')
    starter.kill('SIGTERM')
    expect(await nextLine()).toBe('asked to stop')
    expect(await ended).toEqual([7, null])
  })
}

test('the program replaces the process that started it, so that no process of the set-up stays', async () => {
  const { starter, nextLine } = await startThrough('console.log(process.pid)', true)
  expect(Number(await nextLine())).toBe(starter.pid)
})

test('a program that runs as a child stops when the process that started it is killed', async () => {
  const { starter, nextLine } = await startThrough(SERVER, false)
  expect(await nextLine()).toBe('running')
  starter.kill('SIGKILL')
  expect(await nextLine()).toBe('asked to stop')
})
