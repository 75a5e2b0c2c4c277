import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const FOLDER = import.meta.dirname

/**
 * Installs packages that only the benchmark uses, on its first run: `tools` are the load generator and Lighthouse, `peers` is @supabase/lite.
 * They have lockfiles of their own, so that starting the site does not download them.
 */
export async function installBenchPackages(name: 'tools' | 'peers'): Promise<void> {
  const folder = join(FOLDER, '..', name)
  const stamp = join(folder, 'node_modules/.installed-from')
  const lock = await readFile(join(folder, 'package-lock.json'), 'utf8')
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === lock) return
  console.log('Installing the packages of the benchmark …')
  await run('npm', ['ci', '--no-workspaces', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  await writeFile(stamp, lock)
}

/** Returns the path of a file in a package that the benchmark has installed. */
export function resolveToolFile(path: string): string {
  return join(FOLDER, 'node_modules', path)
}
