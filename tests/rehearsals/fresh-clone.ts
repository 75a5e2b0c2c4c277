import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../tools/root.ts'

const run = promisify(execFile)

/** Copies the project to a new folder that looks like a fresh clone: the files that git tracks or would add, with uncommitted changes. */
export async function createFreshClone(parent = tmpdir()): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(parent, 'clone-'))
  const listed = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, maxBuffer: 1 << 26 })
  for (const file of new Set(listed.stdout.split('\0').filter(Boolean))) {
    await mkdir(dirname(join(path, file)), { recursive: true })
    // Skips a file that git tracks but that is deleted in the working tree.
    await cp(join(ROOT, file), join(path, file)).catch(() => {})
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/**
 * Returns environment variables as in a newly opened terminal: without those of the npm that started this process, and with the
 * Node that runs this npm first in PATH.
 */
export function createTerminalEnvironment(more: Record<string, string> = {}): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^(npm_|NODE)/.test(entry[0]),
  )
  const { npm_node_execpath: outerNode, PATH = '' } = process.env
  return { ...Object.fromEntries(own), ...(outerNode ? { PATH: `${dirname(outerNode)}:${PATH}` } : {}), ...more }
}
