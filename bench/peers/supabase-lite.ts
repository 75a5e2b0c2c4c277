import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '../../tests/support/free-port.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { BENCHMARK_CREDENTIALS, type MeasuredBackend, SPOTS_PATH } from '../load/visitor-calls.ts'
import { installBenchPackages } from '../tools/install.ts'

const PROGRAM = join(import.meta.dirname, 'node_modules/@supabase/lite/dist/cli/index.js')
const KEY = 'sb_publishable_benchmark0benchmark0be_abcdefgh'
const ENVIRONMENT = { ...process.env, LITE_TELEMETRY: '0', SUPABASE_PUBLISHABLE_KEY: KEY, SUPABASE_SECRET_KEY: '' }
const HEADERS = { apikey: KEY, 'content-type': 'application/json' }
const READY_WITHIN_MS = 60_000

/** The two tables of our database that visitors use, in a minimal form: without bot screening, rate limit, countdown of spots or mail. */
const SCHEMA = `
  create table public.early_access_users (
    id uuid primary key default gen_random_uuid(),
    name text not null,
    email text not null unique,
    created_at timestamptz not null default now()
  );
  create table public.app_settings (key text primary key, value text not null);
  insert into public.app_settings values ('early_access_spots', '10');
  alter table public.early_access_users enable row level security;
  alter table public.app_settings enable row level security;
  grant insert on public.early_access_users to anon;
  grant select on public.app_settings to anon;
  create policy visitors_sign_up on public.early_access_users for insert to anon with check (true);
  create policy visitors_read_spots on public.app_settings for select to anon using (key = 'early_access_spots');
`

/** A running @supabase/lite with an empty database and the account of `BENCHMARK_CREDENTIALS`. */
export type SupabaseLitePeer = AsyncDisposable & MeasuredBackend & { pid: number }

/**
 * Starts @supabase/lite, Supabase's embeddable backend, on its embedded engine, which does not sync to disk. Disposing stops it. Rejects when it
 * cannot run.
 */
export async function startSupabaseLite(): Promise<SupabaseLitePeer> {
  await installBenchPackages('peers')
  await using resources = new AsyncDisposableStack()
  const { path } = resources.use(await createTemporaryFolder('lite-'))
  const port = await findFreePort()
  await mkdir(join(path, 'supabase/migrations'), { recursive: true })
  await writeFile(join(path, 'supabase/config.toml'), configuration(port))
  await writeFile(join(path, 'supabase/migrations/20260101000000_tables.sql'), SCHEMA)
  const options = { cwd: path, env: ENVIRONMENT }
  await promisify(execFile)(process.execPath, [PROGRAM, 'migration', 'up'], options)
  const child = spawn(process.execPath, [PROGRAM, 'start', '--no-admin'], { ...options, stdio: 'ignore' })
  resources.defer(async () => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + READY_WITHIN_MS
  while (!(await fetch(`${url}${SPOTS_PATH}`, { headers: HEADERS }).catch(() => null))?.ok) {
    if (Date.now() > deadline) throw new Error('it was not ready within a minute')
    await pause(100)
  }
  const body = JSON.stringify(BENCHMARK_CREDENTIALS)
  const made = await fetch(`${url}/auth/v1/signup`, { method: 'POST', headers: HEADERS, body })
  if (!made.ok) throw new Error(`it created no account: status ${made.status}`)
  // The pid must be known: a fallback of 0 would make the later SIGSTOP stop the benchmark's own process group.
  if (child.pid === undefined) throw new Error('it has no process')
  const owned = resources.move()
  return { pid: child.pid, url, headers: HEADERS, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

function configuration(port: number): string {
  return `
[api]
port = ${port}
[db]
driver = "pglite"
url = "supabase/.temp/data"
[auth]
enabled = true
jwt_secret = "${'benchmark'.repeat(5)}"
publishable_key = "env(SUPABASE_PUBLISHABLE_KEY)"
`
}
