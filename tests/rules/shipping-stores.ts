import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startFakeBucket } from '../support/fake-bucket.ts'
import { TEST_SHIP_KEY } from '../support/shipping.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'

/** A folder or a bucket to ship to, and the environment of a server and a command that use it. */
export type TestStore = AsyncDisposable & { env: Record<string, string>; readAll(): Promise<Buffer[]> }

/** Creates an empty folder to ship to. */
export async function openFolder(): Promise<TestStore> {
  const folder = await createTemporaryFolder('place-')
  return {
    env: { SHIP_TO: folder.path, SHIP_KEY: TEST_SHIP_KEY },
    async readAll() {
      const entries = await readdir(folder.path, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile())
      return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))))
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

/** Starts an empty bucket to ship to. */
export async function openBucket(): Promise<TestStore> {
  const bucket = await startFakeBucket()
  return { ...bucket, readAll: async () => [...bucket.objects.values()] }
}

/** Stores a sign-up and returns its address. */
export async function signUp(backend: TestBackend): Promise<string> {
  const visitor = createTestVisitor()
  const { error } = await backend.client().from('early_access_users').insert(visitor)
  expect(error).toBeNull()
  return visitor.email
}
