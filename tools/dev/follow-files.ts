import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, watch } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../root.ts'

const END_WITH_PARENT = pathToFileURL(join(ROOT, 'tools/bootstrap/end-with-parent.mjs')).href
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const TOGETHER_MS = 200 // editors write a file in several steps, and a checkout writes many

type Options = { folders: string[]; program: string; say: (line: string) => void }

/**
 * Runs a program that ends on a signal, and runs it anew whenever a file in these folders changes. One that fails ends this process
 * the first time; later, as with a half-written file, it waits for the next change. A signal ends both.
 */
export async function followFiles({ folders, program, say }: Options): Promise<void> {
  let child = run(program)
  let timer: NodeJS.Timeout | undefined
  let isFirst = true
  const starting = { again: false }
  const restart = (file: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      say(`${file} changed: starting the server anew.`)
      starting.again = true
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      else child.emit('change')
    }, TOGETHER_MS)
  }
  for (const folder of folders) watchTree(folder, (path) => restart(relative(folder, path)))
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (child.exitCode !== null || child.signalCode !== null) process.exit(1)
      child.kill(signal)
      child.once('exit', (code) => process.exit(code ?? 1))
    })
  }
  for (;;) {
    const code = await endOf(child)
    if (!starting.again) {
      if (code !== 0 && !isFirst) {
        say('The server ended; it is started anew after the next change.')
        await once(child, 'change')
      } else {
        process.exit(code)
      }
    }
    starting.again = false
    isFirst = false
    child = run(program)
  }
}

/**
 * Tells of every source that changes in a folder, new folders in it included. Node's own recursive watching holds on to each file on
 * Linux, and hears nothing more of one that an editor replaced.
 */
function watchTree(root: string, onChange: (path: string) => void): void {
  const watched = new Set<string>()
  const lookAt = (folder: string) => {
    if (!watched.has(folder)) {
      watched.add(folder)
      const watcher = watch(folder, (_event, file) => {
        if (file === null) return
        if (isSource(file)) onChange(join(folder, file))
        if (!file.includes('.')) lookAt(folder)
      })
      watcher.once('error', () => watcher.close()).once('close', () => watched.delete(folder))
    }
    for (const entry of entriesOf(folder)) if (entry.isDirectory()) lookAt(join(folder, entry.name))
  }
  lookAt(root)
}

/** What is in a folder: nothing in one that has gone meanwhile. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function run(program: string): ChildProcess {
  return fork(program, { execArgv: ['--import', END_WITH_PARENT] })
}

async function endOf(child: ChildProcess): Promise<number> {
  await once(child, 'exit')
  return child.exitCode ?? 1
}

/** Tests are no part of the program, and editors keep files of their own beside those that they write. */
function isSource(file: string): boolean {
  return /\.(ts|mjs|json|sql)$/.test(file) && !file.includes('.test.')
}
