import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LOADS_OTHER_MODULES = /\bvi\.(mock|doMock|resetModules)\(/

/**
 * Returns the unit test files that need a separate process because they mock or reset modules. In a shared process, a module that
 * another file has already loaded would keep its unmocked imports, and `instanceof` fails between two loaded copies of a module.
 */
export function findIsolatedTestFiles(root: string, pattern: string, exclude: readonly string[]): string[] {
  return globSync(pattern, { cwd: root, exclude }).filter((file) =>
    LOADS_OTHER_MODULES.test(readFileSync(join(root, file), 'utf8')),
  )
}
