import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const FOLDER = import.meta.dirname

/**
 * Installs the load generator and Lighthouse on the first run of the benchmark. They have a lockfile of their own, so that a start of the
 * site does not download them.
 */
export function installTools(): Promise<void> {
  return install(FOLDER)
}

/** Installs @supabase/lite, which our server is compared with. */
export function installPeers(): Promise<void> {
  return install(join(FOLDER, '../peers'))
}

/** Installs Parse Server. Separate from the other peers, because it takes 190 MB and is only usable with PostGIS. */
export function installParse(): Promise<void> {
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

/** Returns the path of a file in one of the tools' packages. */
export function toolFile(path: string): string {
  return join(FOLDER, 'node_modules', path)
}
