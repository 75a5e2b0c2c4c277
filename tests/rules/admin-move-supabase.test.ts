import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSql } from '../support/postgres.ts'
import { pushMigrations } from '../support/push-migrations.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createFakeSupabaseProject, type FakeSupabaseProject } from '../support/supabase-project.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { runAdminOnBackend } from './admin-run.ts'
import { createObstacle, readPostgresRows, type SiteContents, seedSite, startSiteWithManyRows } from './moved-site.ts'

// The tests of this file depend on each other and run in this order, because creating their data takes long.
let project: FakeSupabaseProject
let folder: TemporaryFolder
let backend: TestBackend
let people: SiteContents

beforeAll(async () => {
  project = await createFakeSupabaseProject()
  folder = await createTemporaryFolder('move-')
  backend = await startSiteWithManyRows()
  people = await seedSite(backend, folder.path)
  const waiting = await people.member.client.auth.updateUser({ email: 'another@guests.example.com' })
  expect(waiting.error).toBeNull()
})
afterAll(async () => {
  await backend?.[Symbol.asyncDispose]()
  await project?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

async function move(env: Record<string, string>, ...flags: string[]) {
  const run = await runAdminOnBackend(backend, ['move', ...flags], env)
  expect(run.out + run.err + backend.log()).not.toContain(project.secretKey)
  return run
}

test('a move to Supabase with an unprepared project or wrong storage credentials is refused with an error that names the cause', async () => {
  const { TARGET_DATABASE_URL = '', ...storage } = project.env
  expect((await move(project.env, '--yes')).err).toMatch(
    /lacks \d+ of our migrations, from \d{14} on: npm run prepare-supabase, then supabase db push/,
  )
  await pushMigrations(project.url)
  expect((await move({ TARGET_DATABASE_URL }, '--yes')).err).toMatch(
    /set TARGET_SUPABASE_URL and TARGET_SUPABASE_SECRET_KEY/,
  )
  expect((await move({ ...project.env, TARGET_SUPABASE_SECRET_KEY: 'another' }, '--yes')).err).toContain('Invalid key')
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
})

test('the preview of a move to Supabase lists the copied tables, where files go and what is left out, and changes nothing', async () => {
  const { code, out, err } = await move(project.env)
  expect([code, err]).toEqual([3, ''])
  for (const text of ['auth.users', 'auth.mfa_factors', 'private.erased_people', 'go to the storage of the project.']) {
    expect(out).toContain(text)
  }
  expect(out).toMatch(/^Not moved: .*auth\.sessions \(\d+\)/m)
  expect(out).not.toMatch(/^auth\.sessions/m)
  expect(out).not.toContain('webauthn_credentials')
  expect(await runSql(project.url, 'select from auth.users')).toEqual([])
  expect(project.files.size).toBe(0)
})

test('after a move to Supabase is killed half-way, the site accepts changes and the project has none of its rows', async () => {
  const obstacle = await createObstacle(backend.databaseUrl, project)
  const moving = fetch(`${backend.url}/operations/v1/move`, {
    method: 'POST',
    headers: { apikey: backend.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      to: project.url,
      supabase: { url: project.storageUrl, secret_key: project.secretKey },
      dry_run: false,
    }),
  })
    .then((answer) => answer.text())
    .catch(() => null)
  await obstacle.reached()
  await backend.kill()
  expect(await moving).toBeNull()
  await obstacle.cancel()
  await obstacle.release()
  expect(await runSql(project.url, 'select from auth.users')).toEqual([])
  expect(project.files.size).toBeGreaterThan(0)
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
  const secret = backend.secretClient()
  const settings = { public: false, fileSizeLimit: 5_000_000, allowedMimeTypes: ['text/plain', 'image/*'] }
  expect((await secret.storage.createBucket('papers', settings)).error).toBeNull()
  expect((await secret.storage.from('papers').upload('a.txt', 'text', { contentType: 'text/plain' })).error).toBeNull()
  await runSql(backend.databaseUrl, `update storage.buckets set file_size_limit = 900000000 where id = 'downloads'`)
  const damaged = 'downloads/latest/version.json'
  project.files.set(damaged, Buffer.alloc(project.files.get(damaged)?.length ?? 0, 'x'))
})

test('a repeated move to Supabase copies rows, accounts and files unchanged, and the project then accepts changes', async () => {
  const { code, out, err } = await move(project.env, '--yes')
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('every table compared equal')
  expect(out).toMatch(/files \(.+\) were sent and downloaded again, every one compared equal/)
  const ours = await readPostgresRows(backend.databaseUrl)
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

  const buckets = 'select id, public, file_size_limit, allowed_mime_types from storage.buckets order by id'
  expect(await runSql(project.url, buckets)).toEqual(await runSql(backend.databaseUrl, buckets))

  await runSql(project.url, 'update public.mail_outbox set attempts = attempts')
  expect(await runSql(project.url, `select 1 from pg_namespace where nspname = 'site_move'`)).toEqual([])
  await backend.stop()
  await expect(backend.start()).rejects.toThrow(/was moved to \S+ on \w{3} \d+, \d{4}; start the site there/)
})
