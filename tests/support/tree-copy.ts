import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../tools/root.ts'

const run = promisify(execFile)

const BUILT = ['website/dist', 'server/dist']

/** A copy of the project with its packages and builds, in which a test can modify files safely. */
export type WorkingTreeCopy = AsyncDisposable & {
  path: string
  /** Replaces the text `find` in a file and returns a function that restores the file. Throws unless `find` occurs exactly once. */
  patch(file: string, find: string, replace: string): Promise<() => Promise<void>>
}

/** Copies the files that git tracks or would add. Installed packages are hard-linked, which takes a second and no disk space. */
export async function copyWorkingTree(): Promise<WorkingTreeCopy> {
  const path = await mkdtemp(join(tmpdir(), 'copy-'))
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  process.once('exit', remove)
  const listed = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, maxBuffer: 1 << 26 })
  for (const file of listed.stdout.split('\0')) {
    if (file === '' || !existsSync(join(ROOT, file))) continue
    await mkdir(dirname(join(path, file)), { recursive: true })
    await cp(join(ROOT, file), join(path, file))
  }
  for (const folder of BUILT.filter((each) => existsSync(join(ROOT, each)))) {
    await cp(join(ROOT, folder), join(path, folder), { recursive: true, preserveTimestamps: true })
  }
  const packages = [join(ROOT, 'node_modules'), join(path, 'node_modules')] as const
  await run('cp', ['-al', ...packages]).catch(async () => {
    await rm(packages[1], { recursive: true, force: true })
    await run('cp', ['-a', ...packages]) // copies the packages, because hard links are impossible across file systems
  })
  // Tools modify their cache files in place. Through a hard link, they would change the cache of the original project.
  for (const cache of ['.cache', '.vite', '.vitest-cache'])
    await rm(join(path, 'node_modules', cache), { recursive: true, force: true })
  return {
    path,
    async patch(file, find, replace) {
      const text = await readFile(join(path, file), 'utf8')
      const parts = text.split(find)
      if (parts.length !== 2) throw new Error(`${file} contains the text ${parts.length - 1} times: ${find}`)
      await writeFile(join(path, file), parts.join(replace))
      return () => writeFile(join(path, file), text)
    },
    async [Symbol.asyncDispose]() {
      process.removeListener('exit', remove)
      remove()
    },
  }
}
