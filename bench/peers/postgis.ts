import { globSync } from 'node:fs'
import { createDatabase, runSql, startPostgres } from '../../tests/support/postgres.ts'

/**
 * The machine's own PostgreSQL with PostGIS (on Debian `postgresql-15-postgis-3`) with an empty database; gone when disposed.
 * Rejects with one sentence where there is none.
 */
export async function startPostgis(): Promise<AsyncDisposable & { url: string; version: string }> {
  const version = globSync('/usr/share/postgresql/*/extension/postgis.control')[0]?.split('/')[4]
  if (version === undefined) throw new Error('it needs PostGIS, which this machine does not have')
  await using onTheWay = new AsyncDisposableStack()
  const server = onTheWay.use(await startPostgres({ bin: `/usr/lib/postgresql/${version}/bin`, isDurable: true }))
  const url = await createDatabase(server.url, 'site')
  await runSql(url, 'create extension postgis')
  const leftovers = onTheWay.move()
  return { url, version, [Symbol.asyncDispose]: () => leftovers.disposeAsync() }
}
