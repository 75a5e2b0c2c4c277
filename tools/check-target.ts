// Holds a running backend, ours or Supabase, against the contract tests that need nothing but the wire:
//
//   SUPABASE_URL=… SUPABASE_PUBLISHABLE_KEY=… SUPABASE_SECRET_KEY=… npm run check-target -- --yes
//
// They sign up invented people (guests.example.com), take spots and upload small files. That is for a backend before its first visitor.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Files whose shared server may be any server. */
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

/** Facts in them that need a mailbox, a database, a first start or a secret of the test's own. */
const LEFT_OUT = [
  'with a JWT secret, legacy API keys and tokens',
  'a token that is expired, unsigned, signed by another secret',
  'a new installation serves a complete sample release',
  'an admin deletes a user; a soft delete',
  'an invited user signs in with the mailed code',
  'a custom trigger on auth.users',
]

const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishable, SUPABASE_SECRET_KEY: secret } = process.env
if (!url || !publishable || !secret || !process.argv.includes('--yes')) {
  console.error(
    'Set SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY, and say --yes: the tests write, so the backend must not have visitors yet.',
  )
  process.exit(2)
}
const answers = await fetch(`${url.replace(/\/+$/, '')}/rest/v1/`, { headers: { apikey: publishable } }).catch(
  () => null,
)
if (answers === null) {
  console.error(`Nothing answers at ${url}.`)
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
// One file at a time: they were written for a server of their own each.
const titles = `^(?!.*(${LEFT_OUT.join('|')}))`
const child = spawn(
  process.execPath,
  [vitest, 'run', '--project', 'contract', '--no-file-parallelism', '-t', titles, ...files],
  {
    cwd: root,
    env,
    stdio: 'inherit',
  },
)
child.once('close', (code) => process.exit(code ?? 1))
