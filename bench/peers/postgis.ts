import { globSync } from 'node:fs'
import { createDatabase, runSql, startPostgres } from '../../tests/support/postgres.ts'

/**
 * Starts the installed PostgreSQL with PostGIS (on Debian `postgresql-15-postgis-3`) and an empty database. Disposing stops it. Rejects when
 * PostGIS is not installed.
 */
export async function startPostgis(): Promise<AsyncDisposable & { url: string; version: string }> {
  const version = globSync('/usr/share/postgresql/*/extension/postgis.control')[0]?.split('/')[4]
  if (version === undefined) throw new Error('it needs PostGIS, which this machine does not have')
  await using resources = new AsyncDisposableStack()
  const server = resources.use(await startPostgres({ bin: `/usr/lib/postgresql/${version}/bin`, isDurable: true }))
  const url = await createDatabase(server.url, 'site')
  await runSql(url, 'create extension postgis')
  const owned = resources.move()
  return { url, version, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
