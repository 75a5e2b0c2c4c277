import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createDatabase, dropDatabase, runSql } from './postgres.ts'
import { getSharedTestFixture } from './shared-fixtures.ts'
import { startFakeStorageService } from './storage-stand-in.ts'

const TABLES = fileURLToPath(new URL('supabase-project.sql', import.meta.url))
const SERVICES = ['supabase_auth_admin', 'supabase_storage_admin']
const DATA_ROLES = ['anon', 'authenticated', 'service_role']

/** A stand-in for a Supabase project: a database in which the operator has the same privileges as on Supabase, and a storage service. */
export type FakeSupabaseProject = AsyncDisposable & {
  url: string
  asSuperuser: string
  storageUrl: string
  secretKey: string
  /** The content of each stored file, by bucket and name. */
  files: Map<string, Buffer>
  /** The environment variables with which a CLI command connects to the project. */
  env: Record<string, string>
}

/** Creates a Supabase project stand-in without this site's migrations. */
export async function createFakeSupabaseProject(): Promise<FakeSupabaseProject> {
  const server = await getSharedTestFixture('postgres')
  await using onTheWay = new AsyncDisposableStack()
  const name = `project_${randomBytes(6).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  // Ignores the error when another test has already created the role.
  for (const role of SERVICES) await runSql(server, `create role ${role} nologin`).catch(() => {})
  await runSql(server, `create role ${name} login bypassrls password '${password}'`)
  onTheWay.defer(async () => void (await runSql(server, `drop role ${name}`)))
  await runSql(server, `grant ${DATA_ROLES.join(', ')} to ${name}`)
  const asSuperuser = await createDatabase(server, name, 'template0')
  onTheWay.defer(() => dropDatabase(server, name))
  await runSql(server, `alter database ${name} owner to ${name}`)
  await runSql(server, `grant create on database ${name} to ${SERVICES.join(', ')}`)
  await runSql(asSuperuser, await readFile(TABLES, 'utf8'))
  await runSql(
    asSuperuser,
    `alter publication supabase_realtime owner to ${name};
     alter schema public owner to ${name};
     grant usage on schema auth, storage to ${name};
     grant all on all tables in schema auth, storage to ${name};
     alter default privileges for role ${name} in schema public grant all on tables to ${DATA_ROLES.join(', ')};
     alter default privileges for role ${name} in schema public grant all on functions to ${DATA_ROLES.join(', ')}`,
  )
  const url = Object.assign(new URL(asSuperuser), { username: name, password }).href
  const secretKey = `sb_secret_${randomBytes(18).toString('base64url')}`
  const storage = onTheWay.use(await startFakeStorageService({ databaseUrl: asSuperuser, secretKey }))
  const leftovers = onTheWay.move()
  return {
    url,
    asSuperuser,
    storageUrl: storage.url,
    secretKey,
    files: storage.files,
    env: { TARGET_DATABASE_URL: url, TARGET_SUPABASE_URL: storage.url, TARGET_SUPABASE_SECRET_KEY: secretKey },
    [Symbol.asyncDispose]: () => leftovers.disposeAsync(),
  }
}
