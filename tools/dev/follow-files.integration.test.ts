import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'

const FOLLOWER = new URL('follow-files.ts', import.meta.url).href

/** A server that says what its module says, followed in a process of its own as `npm run dev` does. */
async function followed(content: string) {
  const folder = await temporaryFolder('follow-')
  const sources = join(folder.path, 'sources/inner')
  await mkdir(sources, { recursive: true })
  /** As many editors do: the new file takes the place of the old one. */
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
  const options = `{ folders: [${JSON.stringify(join(folder.path, 'sources'))}], program: ${JSON.stringify(program)}, say: console.log }`
  const script = `import { followFiles } from ${JSON.stringify(FOLLOWER)}\nawait followFiles(${options})`
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

test('a file that changes ends the server in order and starts it with what the file now says', async () => {
  const { write, next, stop, ended } = await followed("export const says = 'one'")
  expect(await next()).toBe('says one')
  await write('', 'says.test.ts')
  await write("export const says = 'two'")
  expect(await next()).toBe('inner/says.ts changed: starting the server anew.')
  expect(await next()).toBe('ends')
  expect(await next()).toBe('says two')
  await write("export const says = 'three'")
  expect(await next()).toBe('inner/says.ts changed: starting the server anew.')
  expect(await next()).toBe('ends')
  expect(await next()).toBe('says three')
  stop()
  expect(await next()).toBe('ends')
  expect(await ended).toEqual([0, null])
})

test('after a file that cannot be run the next change starts the server again', async () => {
  const { write, next } = await followed("export const says = 'one'")
  expect(await next()).toBe('says one')
  await write('export const says =')
  expect(await next()).toBe('inner/says.ts changed: starting the server anew.')
  expect(await next()).toBe('ends')
  expect(await next()).toBe('The server ended; it is started anew after the next change.')
  await write("export const says = 'three'")
  expect(await next()).toBe('inner/says.ts changed: starting the server anew.')
  expect(await next()).toBe('says three')
})

test('a server that fails the first time ends the command', async () => {
  const { ended } = await followed('export const says =')
  expect(await ended).toEqual([1, null])
})
