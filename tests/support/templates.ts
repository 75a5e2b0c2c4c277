import { join } from 'node:path'
import { spawnBackend } from './backend-process.ts'
import { findFreePort } from './free-port.ts'
import { createDatabase, dropDatabase, runSql } from './postgres.ts'
import { createTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts'

const TEMPLATE = 'backend_template'

/** Creates a data folder with keys and a migrated database by starting a backend once. */
export async function createDataFolderTemplate(): Promise<TemporaryFolder> {
  const folder = await createTemporaryFolder('data-template-')
  await startAndStop({ DATA_DIR: join(folder.path, 'data') })
  return { ...folder, path: join(folder.path, 'data') }
}

/** Creates a migrated database on a PostgreSQL server by starting a backend once. Returns the database's name. */
export async function createDatabaseTemplate(serverUrl: string): Promise<string> {
  await dropDatabase(serverUrl, TEMPLATE)
  const databaseUrl = await createDatabase(serverUrl, TEMPLATE)
  await using folder = await createTemporaryFolder('data-')
  await startAndStop({ DATA_DIR: folder.path, DATABASE_URL: databaseUrl })
  // A server that starts on a copy of a database sends no mail. The databases of tests are no copies of a site.
  await runSql(databaseUrl, 'drop schema site_origin cascade')
  return TEMPLATE
}

async function startAndStop(env: Record<string, string>): Promise<void> {
  const port = await findFreePort()
  const backend = await spawnBackend(`http://localhost:${port}`, { ...env, PORT: String(port) })
  await backend.stop()
}
