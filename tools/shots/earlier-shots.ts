import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../root.ts'
import { runProgram } from '../testing/run-program.ts'
import type { ShotsBefore } from './contact-sheet.ts'

const run = promisify(execFile)

/**
 * Returns the folder with the screenshots of a Git revision. Takes them with that revision's own `npm run shots`, in a temporary worktree,
 * unless an earlier call did: `.cache/shots/` keeps them by commit. Throws when Git does not know the revision, or when no screenshot could
 * be taken.
 */
export async function takeEarlierShots(revision: string): Promise<string> {
  const { stdout } = await run('git', ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`], {
    cwd: ROOT,
  }).catch(() => {
    throw new Error(`Git knows no revision "${revision}".`)
  })
  const commit = stdout.trim()
  const kept = join(ROOT, '.cache/shots', commit)
  if ((await listScreenshots(kept)).length > 0) return kept
  const worktree = join(ROOT, '.cache/shots/worktree')
  await rm(worktree, { recursive: true, force: true })
  await run('git', ['worktree', 'prune'], { cwd: ROOT })
  await run('git', ['worktree', 'add', '--detach', worktree, commit], { cwd: ROOT })
  try {
    await runProgram('npm', ['run', 'shots'], {}, worktree)
    const taken = join(worktree, 'shots')
    if ((await listScreenshots(taken)).length === 0) throw new Error(`No screenshots could be taken of ${revision}.`)
    await mkdir(join(ROOT, '.cache/shots'), { recursive: true })
    await cp(taken, kept, { recursive: true })
  } finally {
    await run('git', ['worktree', 'remove', '--force', worktree], { cwd: ROOT })
  }
  return kept
}

/** Copies earlier screenshots into the folder of the current ones, and returns which of the current ones differ. */
export async function compareWithEarlierShots(folder: string, earlier: string, revision: string): Promise<ShotsBefore> {
  await cp(earlier, join(folder, 'before'), { recursive: true })
  const changed = new Map<string, boolean>()
  const current = new Set(await listScreenshots(folder))
  for (const file of await listScreenshots(earlier)) {
    if (current.has(file)) changed.set(file, (await digest(join(folder, file))) !== (await digest(join(earlier, file))))
  }
  return { revision, folder: 'before', changed }
}

/** Returns the names of the screenshots in a folder, sorted; none when there is no such folder. */
export async function listScreenshots(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.png')).toSorted()
}

async function digest(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}
