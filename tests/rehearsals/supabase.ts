import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runAdminOnBackend } from '../rules/admin-run.ts'
import { readPostgresRows, seedSite, startSiteWithManyRows } from '../rules/moved-site.ts'
import { runSql, startPostgres } from '../support/postgres.ts'
import { pushMigrations } from '../support/push-migrations.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { startFakeStorageService } from '../support/storage-stand-in.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { MissingPrerequisiteError } from './programs.ts'
import type { Rehearsal } from './rehearsal.ts'
import { findInvalidNulls } from './supabase/never-null.ts'
import { setUpSupabaseDatabase } from './supabase/project-database.ts'

/** Sets the role and claims of an anonymous visitor, as PostgREST does after connecting as `authenticator`. */
const AS_VISITOR = `set role anon; select set_config('request.jwt.claims', '{"role": "anon"}', false);`

/**
 * System test of a move to Supabase: as a role without superuser rights, moves a site with data into a database that Supabase's own
 * scripts and migrations have created.
 */
export const supabaseMoveRehearsal: Rehearsal = {
  shows:
    'the migrations and a move of a filled site under the roles and tables of a Supabase project (--from FOLDER: clones named postgres, auth and storage)',
  async run(say, options) {
    const from = options['from'] ?? ''
    if (!existsSync(join(from, 'auth/migrations'))) {
      throw new MissingPrerequisiteError(
        '--from FOLDER must contain clones of supabase/postgres, supabase/auth and supabase/storage in postgres, auth and storage',
      )
    }
    await using server = await startPostgres()
    const project = await setUpSupabaseDatabase(server.url, from)
    say(`${project.applied} scripts of Supabase made the database`)
    for (const { file, reason } of project.leftOut) say(`left out: ${file} (${reason})`)
    const asPostgres = project.as('postgres')
    // In newer Supabase projects, the role `postgres` is not a member of these two roles, so the test revokes the memberships.
    await runSql(project.as('supabase_admin'), 'revoke supabase_auth_admin, supabase_storage_admin from postgres')
    const [operator] = await runSql(asPostgres, 'select rolsuper from pg_roles where rolname = current_user')
    assert.deepEqual(operator, { rolsuper: false })
    await pushMigrations(asPostgres)
    say('every migration of ours was applied by its role postgres, which is no superuser')
    await visitorsRights(project.as('authenticator'))
    say('an anonymous visitor can sign up, but can read neither mails nor accounts nor private tables')

    const secretKey = `sb_secret_${randomBytes(18).toString('base64url')}`
    await using storage = await startFakeStorageService({
      databaseUrl: project.as('supabase_storage_admin'),
      secretKey,
    })
    await runSql(asPostgres, 'truncate public.early_access_users, public.mail_outbox cascade')
    await using folder = await createTemporaryFolder('rehearsal-')
    await using site = await filledSite(folder.path)
    const env = {
      TARGET_DATABASE_URL: asPostgres,
      TARGET_SUPABASE_URL: storage.url,
      TARGET_SUPABASE_SECRET_KEY: secretKey,
    }
    const moved = await runAdminOnBackend(site, ['move', '--yes'], env)
    assert.deepEqual([moved.code, moved.err], [0, ''])
    say(moved.out.split('\n')[0] ?? '')
    await compare(site.databaseUrl, project.as('supabase_admin'), storage.files)
    say('every row of ours, every account and every file is the same there')
    const { looked, wrong } = await findInvalidNulls(project.as('supabase_admin'), join(from, 'auth'))
    assert.deepEqual(wrong, [])
    say(`none of ${looked} columns holds null that their auth service reads into what cannot be null`)
  },
}

async function filledSite(backups: string): Promise<TestBackend> {
  const site = await startSiteWithManyRows({ empty: true })
  await seedSite(site, backups)
  return site
}

async function visitorsRights(asAuthenticator: string): Promise<void> {
  const asVisitor = (sql: string) => runSql(asAuthenticator, `${AS_VISITOR} ${sql}`)
  await asVisitor(
    `insert into public.early_access_users (name, email) values ('Mara Kalomi', 'mara.kalomi@guests.example.com')`,
  )
  for (const table of ['public.mail_outbox', 'public.early_access_users', 'private.hash_keys', 'auth.users']) {
    await assert.rejects(asVisitor(`select * from ${table}`), /permission denied/)
  }
}

async function compare(source: string, target: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  const [ours, theirs] = [await readPostgresRows(source), await readPostgresRows(target)]
  for (const [table, rows] of Object.entries(ours)) {
    if (!/^(auth|storage)\./.test(table)) assert.deepEqual(theirs[table], rows, table)
  }
  for (const table of ['users', 'identities', 'mfa_factors', 'audit_log_entries'].map((name) => `auth.${name}`)) {
    assert.equal(theirs[table]?.length, ours[table]?.length, table)
  }
  const names = await runSql(
    target,
    `select bucket_id || '/' || name as name, metadata ->> 'size' as size from storage.objects`,
  )
  assert.equal(names.length, ours['storage.objects']?.length)
  const tags = new Set([...files.values()].map((bytes) => createHash('sha256').update(bytes).digest('hex')))
  for (const row of ours['storage.objects'] ?? []) {
    const tag = /"eTag": *"\\"([0-9a-f]{64})/.exec(JSON.stringify(row))?.[1]
    assert(tag !== undefined && tags.has(tag), JSON.stringify(row))
  }
}
