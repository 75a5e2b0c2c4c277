import { describe } from 'vitest'
import { TOGETHER } from './together-files.ts'

/**
 * Runs the contract tests of a group one file after the other in this process, where servers started with the same options
 * are shared (`sharedBackend`). Each file is a suite with its path for a title, by which tools/testing/vitest.ts knows it again.
 */
export function runTogether(group: keyof typeof TOGETHER): void {
  for (const name of TOGETHER[group]) {
    describe(`tests/contract/${name}.test.ts`, async () => {
      await import(new URL(`../contract/${name}.test.ts`, import.meta.url).href)
    })
  }
}
