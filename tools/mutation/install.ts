import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const FOLDER = import.meta.dirname

/**
 * Installs Stryker on the first run. Stryker has a separate lockfile, so that `npm start` does not download its 180 packages. Peer
 * dependencies are not installed, because Stryker uses the project's Vitest.
 */
export async function installStryker(): Promise<void> {
  const stamp = join(FOLDER, 'node_modules/.installed-from')
  const lock = await readFile(join(FOLDER, 'package-lock.json'), 'utf8')
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === lock) return
  console.log('Installing Stryker …')
  const flags = ['--no-workspaces', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', ['ci', ...flags], { cwd: FOLDER })
  await writeFile(stamp, lock)
}

/** Returns the path of a file in one of Stryker's npm packages. */
export function resolveStrykerFile(path: string): string {
  return join(FOLDER, 'node_modules/@stryker-mutator', path)
}
