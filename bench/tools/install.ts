import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const FOLDER = import.meta.dirname

/**
 * Installs the load generator and Lighthouse the first time somebody measures. They have a lockfile of their own, so that
 * whoever only wants to run the site does not fetch them.
 */
export function installTools(): Promise<void> {
  return install(FOLDER)
}

/** Installs what we are compared to. */
export function installPeers(): Promise<void> {
  return install(join(FOLDER, '../peers'))
}

/** Installs Parse Server, which is 190 MB and of use only where there is PostGIS. */
export function installParse(): Promise<void> {
  return install(join(FOLDER, '../peers/parse'))
}

async function install(folder: string): Promise<void> {
  const stamp = join(folder, 'node_modules/.installed-from')
  const lock = await readFile(join(folder, 'package-lock.json'), 'utf8')
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === lock) return
  console.log('Installing what measures, or is measured beside …')
  await run('npm', ['ci', '--no-workspaces', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  await writeFile(stamp, lock)
}

/** The path of a file within one of the tools' packages. */
export function toolFile(path: string): string {
  return join(FOLDER, 'node_modules', path)
}
