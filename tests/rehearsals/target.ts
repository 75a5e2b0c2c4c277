import assert from 'node:assert/strict'
import { join } from 'node:path'
import { fetchWithSecret, UnsafeRequestError } from '@site/contract/fetch-with-secret'
import { ROOT } from '../../tools/root.ts'
import { removeSharedTestFixtures } from '../support/shared-fixtures.ts'
import { startBackend } from '../support/start-backend.ts'
import { MissingPrerequisiteError, runProgramToExit } from './programs.ts'
import type { Rehearsal } from './rehearsal.ts'
import { startRewordingProxy } from './rewording-proxy.ts'

/** The test files of tests/rules that can run against any backend. Tests in them that need a mailbox, direct SQL or a restart are skipped. */
const FILES = [
  'rest-select',
  'rest-change',
  'rest-signup',
  'rest-roles',
  'rest-bad-input',
  'rest-codes',
  'realtime.test',
  'storage.test',
  'storage-refusals',
  'storage-operations',
  'auth-admin',
  'auth-protocol',
]

/** The minimum number of tests that must pass: if most tests were skipped, the target would hardly be tested. */
const MIN_PASSED_TESTS = 85

type Target = { url: string; publishableKey: string; secretKey: string }

/**
 * Runs the tests of tests/rules that need only HTTP and WebSocket access against a running backend (this server or Supabase). Without
 * `--at`, starts a backend behind a proxy that replaces error messages, and expects no reported difference. The tests store sign-ups of
 * invented people (guests.example.com), take spots and upload small files, so the backend of `--at` must not be in use by visitors yet.
 */
export const targetCheckRehearsal: Rehearsal = {
  shows:
    'the tests of tests/rules find no difference on a server with other messages, or on the backend of --at URL (writes test rows)',
  async run(say, options) {
    const address = options['at']
    if (address !== undefined) {
      say(await runContractTests(await requireTarget(address)))
      return
    }
    try {
      await using front = await startRewordingProxy()
      await using backend = await startBackend({ env: { SITE_URL: front.url } })
      front.forwardTo(backend.url)
      const { publishableKey, secretKey } = backend
      say(await runContractTests({ url: front.url, publishableKey, secretKey }))
    } finally {
      await removeSharedTestFixtures()
    }
  },
}

/** Returns the backend at `address`, with the keys of the environment. Throws when a key is missing or no backend answers safely. */
async function requireTarget(address: string): Promise<Target> {
  const url = address.replace(/\/+$/, '')
  const { SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey } = process.env
  if (!publishableKey || !secretKey)
    throw new MissingPrerequisiteError('--at needs SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY (docs/deploy.md)')
  try {
    await fetchWithSecret(`${url}/rest/v1/`, { headers: { apikey: publishableKey } })
  } catch (cause) {
    const reason = cause instanceof UnsafeRequestError ? `${url} ${cause.message}.` : `Nothing answers at ${url}.`
    throw new MissingPrerequisiteError(reason, { cause })
  }
  return { url, publishableKey, secretKey }
}

/** Returns the summary of the test runner. Throws with its whole output when a test failed, or when too few ran. */
async function runContractTests({ url, publishableKey, secretKey }: Target): Promise<string> {
  const env = {
    ...process.env,
    NO_COLOR: '1',
    TEST_TARGET_URL: url,
    TEST_TARGET_PUBLISHABLE_KEY: publishableKey,
    TEST_TARGET_SECRET_KEY: secretKey,
  }
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  // Runs one test file at a time, because each file assumes that it is the only one to use the server.
  const flags = ['run', '--project', 'rules', '--no-file-parallelism']
  const files = FILES.map((name) => `tests/rules/${name}`)
  const { code, said } = await runProgramToExit(process.execPath, [vitest, ...flags, ...files], { cwd: ROOT, env })
  assert.equal(code, 0, said)
  const [, result = '', passed] = /Tests +(.*?(\d+) passed.*)/.exec(said) ?? []
  assert.ok(Number(passed) >= MIN_PASSED_TESTS, said)
  return result
}
