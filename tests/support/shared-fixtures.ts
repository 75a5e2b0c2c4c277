// Expensive fixtures (a PostgreSQL server, a migrated database, a data folder) are created lazily, once per test run. Test files run
// in separate processes, so they request the fixtures over HTTP from the main process of the run (tests/support/global-setup.ts),
// whose URL is in an environment variable.
import { createServer } from 'node:http'
import { runSql, startPostgres } from './postgres.ts'
import { createDatabaseTemplate, createDataFolderTemplate } from './templates.ts'

const ADDRESS = 'TEST_ONCE_A_RUN'

/**
 * The name of a shared fixture. `postgres`: the URL of a PostgreSQL server. `database-template`: the name of a migrated database on
 * that server. `data-template`: the path of a data folder with a PostgreSQL of its own and a migrated database.
 */
export type SharedTestFixtureName = 'postgres' | 'database-template' | 'data-template'

/** Returns a fixture of this test run and creates it on the first request. Outside of a test run, creates the fixture for this process. */
export async function getSharedTestFixture(name: SharedTestFixtureName): Promise<string> {
  const address = process.env[ADDRESS]
  if (!address) return createOnce(name)
  const response = await fetch(`${address}/${name}`)
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

/** Serves the shared fixtures to other processes of this test run. Returns a function that stops serving and removes the fixtures. */
export async function serveSharedTestFixtures(): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1)
    if (!isFixture(name)) return void response.writeHead(404).end()
    createOnce(name).then(
      (value) => response.end(value),
      (cause: unknown) => response.writeHead(500).end(cause instanceof Error ? cause.message : String(cause)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The test run has no port to listen on.')
  process.env[ADDRESS] = `http://127.0.0.1:${address.port}`
  return async () => {
    server.close()
    await removeSharedTestFixtures()
  }
}

/** Removes the shared fixtures that this process created. Programs that use fixtures outside of a test run call it before they exit. */
export async function removeSharedTestFixtures(): Promise<void> {
  await resources.disposeAsync()
}

/** The roles as the platform's first migration makes them: all databases of a server have the same. */
const DATA_ROLES = `
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls`

const resources = new AsyncDisposableStack()
const created = new Map<SharedTestFixtureName, Promise<string>>()

const factories: Record<SharedTestFixtureName, () => Promise<string>> = {
  async postgres() {
    const { url } = resources.use(await startPostgres())
    await runSql(url, DATA_ROLES)
    return url
  },
  async 'database-template'() {
    return createDatabaseTemplate(await createOnce('postgres'))
  },
  async 'data-template'() {
    return resources.use(await createDataFolderTemplate()).path
  },
}

function createOnce(name: SharedTestFixtureName): Promise<string> {
  const fixture = created.get(name) ?? factories[name]()
  created.set(name, fixture)
  return fixture
}

function isFixture(name: string): name is SharedTestFixtureName {
  return Object.hasOwn(factories, name)
}
