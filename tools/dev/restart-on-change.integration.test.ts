import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'

const MODULE = new URL('restart-on-change.ts', import.meta.url).href

/** Runs a server under `restartOnChange` in a separate process, as `npm run dev` does. The server prints a value of the watched module. */
async function runWatched(content: string) {
  const folder = await createTemporaryFolder('follow-')
  const sources = join(folder.path, 'sources/inner')
  await mkdir(sources, { recursive: true })
  /** Replaces a file by renaming a new file over it, as many editors do. */
  const write = async (text: string, name = 'says.ts') => {
    await writeFile(join(sources, `${name}~`), text)
    await rename(join(sources, `${name}~`), join(sources, name))
  }
  await write(content)
  const program = join(folder.path, 'server.ts')
  await writeFile(
    program,
    `import { says } from './sources/inner/says.ts'
    process.on('SIGTERM', () => { console.log('ends'); process.exit(0) })
    setInterval(() => {}, 1_000)
    console.log('says ' + says)`,
  )
  const options = `{ folders: [${JSON.stringify(join(folder.path, 'sources'))}], program: ${JSON.stringify(program)}, log: console.log }`
  const script = `import { restartOnChange } from ${JSON.stringify(MODULE)}\nawait restartOnChange(${options})`
  const process_ = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(process_, 'exit')
  onTestFinished(async () => {
    process_.kill('SIGTERM')
    await ended
    await folder[Symbol.asyncDispose]()
  })
  const lines = createInterface(process_.stdout)[Symbol.asyncIterator]()
  return { write, ended, stop: () => process_.kill('SIGTERM'), next: async () => (await lines.next()).value }
}

test('restartOnChange stops the server gracefully and restarts it when a watched file changes', async () => {
  const { write, next, stop, ended } = await runWatched("export const says = 'one'")
  expect(await next()).toBe('says one')
  await write('', 'says.test.ts')
  await write("export const says = 'two'")
  expect(await next()).toBe('inner/says.ts changed: restarting the server.')
  expect(await next()).toBe('ends')
  expect(await next()).toBe('says two')
  await write("export const says = 'three'")
  expect(await next()).toBe('inner/says.ts changed: restarting the server.')
  expect(await next()).toBe('ends')
  expect(await next()).toBe('says three')
  stop()
  expect(await next()).toBe('ends')
  expect(await ended).toEqual([0, null])
})

test('restartOnChange restarts the server at the next file change after a syntax error stopped it', async () => {
  const { write, next } = await runWatched("export const says = 'one'")
  expect(await next()).toBe('says one')
  await write('export const says =')
  expect(await next()).toBe('inner/says.ts changed: restarting the server.')
  expect(await next()).toBe('ends')
  expect(await next()).toBe('The server failed; it restarts after the next change.')
  await write("export const says = 'three'")
  expect(await next()).toBe('inner/says.ts changed: restarting the server.')
  expect(await next()).toBe('says three')
})

test('restartOnChange exits with 1 when the first start of the server fails', async () => {
  const { ended } = await runWatched('export const says =')
  expect(await ended).toEqual([1, null])
})
