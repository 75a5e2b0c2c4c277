import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const FOLDER = import.meta.dirname

/**
 * Installs the load generator and Lighthouse on the first run of the benchmark. They have a separate lockfile, so that starting the
 * site does not download them.
 */
export function installTools(): Promise<void> {
  return install(FOLDER)
}

/** Installs @supabase/lite, a backend that the benchmark compares our server with. */
export function installSupabaseLite(): Promise<void> {
  return install(join(FOLDER, '../peers'))
}

/** Installs Parse Server. It is separate from the other peer backends, because it takes 190 MB and needs PostGIS. */
export function installParseServer(): Promise<void> {
  return install(join(FOLDER, '../peers/parse'))
}

async function install(folder: string): Promise<void> {
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
