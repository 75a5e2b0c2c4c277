import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSql } from '../support/postgres.ts'
import { pushMigrations } from '../support/push-migrations.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { runAdminOnBackend } from './admin-run.ts'
import {
  readEmbeddedDatabaseRows,
  readPostgresRows,
  type SiteContents,
  seedSite,
  startSiteWithEdgeCaseRows,
} from './moved-site.ts'
import { createFakeSupabaseProject, type FakeSupabaseProject } from './supabase-project.ts'

const SLOW = 600_000 // servers start one after the other; other test files may load the machine at the same time

// The tests of this file depend on each other and run in this order, because creating their data takes long.
let project: FakeSupabaseProject
let folder: TemporaryFolder
let backend: TestBackend
let people: SiteContents

beforeAll(async () => {
  project = await createFakeSupabaseProject()
  folder = await createTemporaryFolder('move-')
  backend = await startSiteWithEdgeCaseRows()
  people = await seedSite(backend, folder.path)
  const waiting = await people.member.client.auth.updateUser({ email: 'another@guests.example.com' })
  expect(waiting.error).toBeNull()
}, SLOW)
afterAll(async () => {
  await backend?.[Symbol.asyncDispose]()
  await project?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
}, SLOW)

/**
 * Swaps the unique email addresses of two rows in the Supabase project, as changes between two attempts to move can leave them:
 * neither row can be updated before the other without violating the unique constraint.
 */
async function swapAddresses() {
  const { data: rows } = await backend.secretClient().from('early_access_users').select('*').order('id').limit(2)
  const [first, second] = rows ?? []
  const swapped = [
    { ...first, email: second?.email },
    { ...second, email: first?.email },
  ]
  const pastTriggers = `${project.asSuperuser}?options=-c%20session_replication_role%3Dreplica`
  await runSql(pastTriggers, 'delete from public.early_access_users')
  await runSql(
    pastTriggers,
    'insert into public.early_access_users select * from jsonb_populate_recordset(null::public.early_access_users, $1)',
    [JSON.stringify(swapped)],
  )
}

async function move(env: Record<string, string>, ...flags: string[]) {
  const run = await runAdminOnBackend(backend, ['move', ...flags], env)
  expect(run.out + run.err + backend.log()).not.toContain(project.secretKey)
  return run
}

test(
  'a move to Supabase with an unprepared project or wrong storage credentials is refused with an error that names the cause',
  async () => {
    const { TARGET_DATABASE_URL = '', ...storage } = project.env
    expect((await move(project.env, '--yes')).err).toMatch(
      /lacks \d+ of our migrations, from \d{14} on: npm run prepare-supabase, then supabase db push/,
    )
    await pushMigrations(project.url)
    expect((await move({ TARGET_DATABASE_URL }, '--yes')).err).toMatch(
      /set TARGET_SUPABASE_URL and TARGET_SUPABASE_SECRET_KEY/,
    )
    expect((await move({ ...project.env, TARGET_SUPABASE_SECRET_KEY: 'another' }, '--yes')).err).toContain(
      'Invalid key',
    )
    expect((await move({ ...project.env, TARGET_SUPABASE_URL: 'http://127.0.0.1:9' }, '--yes')).err).toMatch(
      /cannot be reached \(/,
    )
    expect((await move({ ...project.env, TARGET_SUPABASE_URL: 'http://project.example' }, '--yes')).err).toContain(
      'TARGET_SUPABASE_URL must be the address of the project, https://',
    )
    await using other = await createFakeSupabaseProject()
    await pushMigrations(other.url)
    const { err } = await move({ ...storage, TARGET_DATABASE_URL: other.url }, '--yes')
    expect(err).toContain('use the address and the secret key of the same project')
    await runSql(
      project.asSuperuser,
      `create function public.welcome() returns trigger language plpgsql as 'begin return new; end';
       create trigger welcome after insert on auth.users for each row execute function public.welcome()`,
    )
    expect((await move(project.env, '--yes')).err).toContain(
      'triggers that would run for every account (welcome on auth.users)',
    )
    await runSql(project.asSuperuser, 'drop function public.welcome cascade')
    expect(await runSql(project.url, `select nspname from pg_namespace where nspname = 'site_move'`)).toEqual([])
  },
  SLOW,
)

test(
  'the preview of a move to Supabase lists the copied tables, where files go and what is left out, and changes nothing',
  async () => {
    const { code, out, err } = await move(project.env)
    expect([code, err]).toEqual([3, ''])
    for (const text of [
      'auth.users',
      'auth.mfa_factors',
      'private.erased_people',
      'go to the storage of the project.',
    ]) {
      expect(out).toContain(text)
    }
    expect(out).not.toContain('auth.sessions')
    expect(out).toContain('Not moved: Sessions end, and everyone signs in again with the same password')
    expect(out).toContain('Not moved: Changes of address or number (1) that wait for their confirmation are forgotten.')
    expect(out).not.toContain('Passkeys')
    expect(await runSql(project.url, 'select from auth.users')).toEqual([])
    expect(project.files.size).toBe(0)
  },
  SLOW,
)

test(
  'after a move to Supabase is killed half-way, the site accepts changes and the project refuses them',
  async () => {
    const answer = await fetch(`${backend.url}/operations/v1/move`, {
      method: 'POST',
      headers: { apikey: backend.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        to: project.url,
        supabase: { url: project.storageUrl, secret_key: project.secretKey },
        dry_run: false,
      }),
    })
    let output = ''
    for await (const chunk of answer.body ?? []) {
      output += Buffer.from(chunk).toString()
      if (/Copying the rows[^]*"advance"/.test(output)) break
    }
    expect(output).toMatch(/Copying the rows[^]*"advance"/)
    await backend.kill()
    await expect(runSql(project.url, 'update public.mail_outbox set attempts = 1')).rejects.toThrow('takes no changes')
    await expect(runSql(project.url, 'truncate public.mail_outbox')).rejects.toThrow('takes no changes')
    await backend.start()
    expect((await backend.client().from('early_access_users').insert(createTestVisitor())).error).toBeNull()
    expect((await backend.secretClient().storage.from('downloads').remove([people.file])).error).toBeNull()
    const again = await backend
      .secretClient()
      .storage.from('downloads')
      .upload('a folder/another.bin', Buffer.from('another'), {
        contentType: 'application/x-thing',
        cacheControl: '60',
        metadata: { kind: 'ünusual' },
      })
    expect(again.error).toBeNull()
    const damaged = 'downloads/latest/version.json'
    project.files.set(damaged, Buffer.alloc(project.files.get(damaged)?.length ?? 0, 'x'))
    await swapAddresses()
  },
  SLOW,
)

test(
  'a resumed move to Supabase copies rows, accounts and files unchanged, and the project then accepts changes',
  async () => {
    const { code, out, err } = await move(project.env, '--yes')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('every table compared equal')
    expect(out).toMatch(/files \(.+\) were sent and downloaded again, every one compared equal/)
    await backend.stop()
    const ours = await readEmbeddedDatabaseRows(backend.dataDir)
    const theirs = await readPostgresRows(project.url)
    for (const table of Object.keys(ours).filter((name) => !/^(auth|storage)\./.test(name))) {
      expect([table, theirs[table]]).toEqual([table, ours[table]])
    }
    expect(theirs['private.erased_people']?.length).toBeGreaterThan(0)
    expect(theirs['auth.audit_log_entries']?.length).toBeGreaterThan(8_000)

    const accounts = `select id, email, encrypted_password, instance_id, email_change, confirmation_token, raw_user_meta_data from auth.users order by id`
    const rows = (ours['auth.users'] ?? []).map((each) => (each as { row: Record<string, unknown> }).row)
    const expected = rows
      .map(({ id, email, encrypted_password, raw_user_meta_data }) => ({
        id,
        email,
        encrypted_password,
        instance_id: '00000000-0000-0000-0000-000000000000',
        email_change: '',
        confirmation_token: '',
        raw_user_meta_data,
      }))
      .sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
    expect(expected.length).toBeGreaterThan(1)
    expect(await runSql(project.url, accounts)).toEqual(expected)
    const [factor] = await runSql(project.url, 'select secret, factor_type, status from auth.mfa_factors')
    expect(factor).toEqual({ secret: people.protectedBy, factor_type: 'totp', status: 'verified' })

    const hashes = (ours['storage.objects'] ?? []).map((each) => {
      const { bucket_id, name, metadata } = (
        each as { row: { bucket_id: string; name: string; metadata: { eTag: string } } }
      ).row
      return [`${bucket_id}/${name}`, metadata.eTag]
    })
    const sha256 = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('hex')}"`
    expect(Object.fromEntries([...project.files].map(([name, bytes]) => [name, sha256(bytes)]))).toEqual(
      Object.fromEntries(hashes),
    )
    expect(project.files.has('downloads/a folder/another.bin')).toBe(true)
    expect(
      await runSql(
        project.url,
        `select user_metadata, metadata ->> 'mimetype' as type from storage.objects where name ~ 'another'`,
      ),
    ).toEqual([{ user_metadata: { kind: 'ünusual' }, type: 'application/x-thing' }])

    await runSql(project.url, 'update public.mail_outbox set attempts = attempts')
    expect(await runSql(project.url, `select 1 from pg_namespace where nspname = 'site_move'`)).toEqual([])
    await expect(backend.start()).rejects.toThrow(
      /was moved to \S+ on \d{4}-\d\d-\d\d; the site runs on that Supabase project/,
    )
  },
  SLOW,
)
