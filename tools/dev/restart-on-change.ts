import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, watch } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../root.ts'

const END_WITH_PARENT = pathToFileURL(join(ROOT, 'tools/bootstrap/end-with-parent.mjs')).href
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const DEBOUNCE_MS = 200 // combines changes within this delay: editors write a file in several steps, and a checkout changes many

type Options = { folders: string[]; program: string; log: (line: string) => void }

/**
 * Runs a program and restarts it whenever a source file in the folders changes. Exits when the first start fails. After a later
 * failure, for example because of a half-written file, waits for the next change. Forwards signals to the program and exits when the
 * program exits.
 */
export async function restartOnChange({ folders, program, log }: Options): Promise<void> {
  let child = run(program)
  let timer: NodeJS.Timeout | undefined
  let isFirst = true
  const starting = { again: false }
  const restart = (file: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      log(`${file} changed: restarting the server.`)
      starting.again = true
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      else child.emit('change')
    }, DEBOUNCE_MS)
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
        log('The server failed; it restarts after the next change.')
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
 * Calls `onChange` for every source file that changes in a folder tree, including new folders. Node's recursive `watch` is not usable on
 * Linux: it watches each file's inode and misses changes after an editor has replaced the file by renaming.
 */
function watchTree(root: string, onChange: (path: string) => void): void {
  const watched = new Set<string>()
  const watchFolder = (folder: string) => {
    if (!watched.has(folder)) {
      watched.add(folder)
      const watcher = watch(folder, (_event, file) => {
        if (file === null) return
        if (isSource(file)) onChange(join(folder, file))
        if (!file.includes('.')) watchFolder(folder)
      })
      watcher.once('error', () => watcher.close()).once('close', () => watched.delete(folder))
    }
    for (const entry of entriesOf(folder)) if (entry.isDirectory()) watchFolder(join(folder, entry.name))
  }
  watchFolder(root)
}

/** Lists the entries of a folder. Returns an empty list when the folder was deleted meanwhile. */
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

/** Returns whether a file is a source of the program. Excludes tests and temporary files of editors, which the program does not load. */
function isSource(file: string): boolean {
  return /\.(ts|mjs|json|sql)$/.test(file) && !file.includes('.test.')
}
