// Runs contract tests against a running backend (the self-contained server or Supabase): those that need only HTTP and WebSocket access.
//
//   SUPABASE_URL=… SUPABASE_PUBLISHABLE_KEY=… SUPABASE_SECRET_KEY=… npm run check-target -- --yes
//
// The tests store sign-ups of invented people (guests.example.com), take spots and upload small files, so the backend must not be in
// use by visitors yet.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fetchWithSecret, UnsafeRequestError } from '../contract/fetch-with-secret.ts'

/** The contract test files that can run against any backend. Tests in them that need a mailbox, direct SQL or a restart are skipped. */
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
  'auth-admin',
  'auth-protocol',
]

const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishable, SUPABASE_SECRET_KEY: secret } = process.env
if (!url || !publishable || !secret || !process.argv.includes('--yes')) {
  console.error(
    'Set SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY, and add --yes: the tests write, so the backend must not have visitors yet.',
  )
  process.exit(2)
}
try {
  await fetchWithSecret(`${url.replace(/\/+$/, '')}/rest/v1/`, { headers: { apikey: publishable } })
} catch (error) {
  console.error(error instanceof UnsafeRequestError ? `${url} ${error.message}.` : `Nothing answers at ${url}.`)
  process.exit(1)
}
const root = join(import.meta.dirname, '..')
const env = {
  ...process.env,
  TEST_TARGET_URL: url.replace(/\/+$/, ''),
  TEST_TARGET_PUBLISHABLE_KEY: publishable,
  TEST_TARGET_SECRET_KEY: secret,
}
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const files = FILES.map((name) => `tests/contract/${name}`)
// Runs one test file at a time, because each file assumes that it is the only one to use the server.
const child = spawn(process.execPath, [vitest, 'run', '--project', 'contract', '--no-file-parallelism', ...files], {
  cwd: root,
  env,
  stdio: 'inherit',
})
child.once('close', (code) => process.exit(code ?? 1))
