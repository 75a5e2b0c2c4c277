import { describe } from 'vitest'
import { TEST_FILE_GROUPS } from './test-file-groups.ts'

/**
 * Runs the contract test files of a group sequentially in this process, so that they share servers with the same options
 * (`createSharedBackendTest`). Each file becomes a suite whose title is the file's path, from which tools/testing/vitest.ts derives the file
 * of a result.
 */
export function runTestGroup(group: keyof typeof TEST_FILE_GROUPS): void {
  for (const name of TEST_FILE_GROUPS[group]) {
    describe(`tests/contract/${name}.test.ts`, async () => {
      await import(new URL(`../contract/${name}.test.ts`, import.meta.url).href)
    })
  }
}
