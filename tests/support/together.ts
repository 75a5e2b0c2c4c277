import { describe } from 'vitest'
import { TOGETHER } from './together-files.ts'

/**
 * Runs the contract test files of a group sequentially in this process, where they share servers with the same options (`sharedBackend`).
 * Each file is a suite whose title is its path, from which tools/testing/vitest.ts derives the file of a result.
 */
export function runTogether(group: keyof typeof TOGETHER): void {
  for (const name of TOGETHER[group]) {
    describe(`tests/contract/${name}.test.ts`, async () => {
      await import(new URL(`../contract/${name}.test.ts`, import.meta.url).href)
    })
  }
}
