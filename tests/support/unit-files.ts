import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LOADS_OTHER_MODULES = /\bvi\.(mock|doMock|resetModules)\(/

/**
 * The unit test files that need a process of their own, because they replace modules or load them again: a module that another file
 * has already loaded would keep what it imported, and modules loaded twice do not know each other's classes.
 */
export function isolatedFiles(root: string, pattern: string, exclude: readonly string[]): string[] {
  return globSync(pattern, { cwd: root, exclude }).filter((file) =>
    LOADS_OTHER_MODULES.test(readFileSync(join(root, file), 'utf8')),
  )
}
