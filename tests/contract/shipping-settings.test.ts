import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TEST_SHIP_KEY } from '../support/shipping.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { runServerUntilExit } from './run-until-exit.ts'

test('the server does not start with an unusable SHIP_TO, and prints a sentence that names the variable', async () => {
  await using folder = await createTemporaryFolder('refused-')
  const data = join(folder.path, 'data')
  const refusals: [Record<string, string>, RegExp][] = [
    [{ SHIP_TO: 's3://Bucket' }, /^SHIP_TO must be a folder or s3:\/\/bucket\/prefix\.$/],
    [{ SHIP_TO: 's3://bucket' }, /^AWS_ACCESS_KEY_ID is not set, but SHIP_TO is a bucket\.$/],
    [{ SHIP_TO: '/mnt', SHIP_KEY: 'short' }, /^SHIP_KEY must be a random text of at least 32 characters/],
    [{ SHIP_TO: '/mnt', SHIP_KEY: '' }, /^SHIP_KEY must be a random text of at least 32 characters/],
    [{ SHIP_TO: data }, /^SHIP_TO must be a folder outside DATA_DIR/],
    [{ SHIP_TO: folder.path }, /^SHIP_TO must be a folder outside DATA_DIR/],
    [{ SHIP_TO: join(data, 'shipped') }, /^SHIP_TO must be a folder outside DATA_DIR/],
    [
      { SHIP_TO: '/mnt', DATABASE_URL: 'postgres://localhost:1/x' },
      /^SHIP_TO ships only the PostgreSQL of this server/,
    ],
    [{ SHIP_TO: '/nonexistent' }, /^SHIP_TO must be a folder that exists and that the server can write\.$/],
    [{ SHIP_TO: '/mnt', SHIP_KEEP_DAYS: '0' }, /^SHIP_KEEP_DAYS must be a whole number/],
  ]
  for (const [env, sentence] of refusals) {
    const { code, output } = await runServerUntilExit({ PORT: '0', DATA_DIR: data, SHIP_KEY: TEST_SHIP_KEY, ...env })
    expect(code, output).toBe(1)
    expect(output.trim(), JSON.stringify(env)).toMatch(sentence)
  }
})
