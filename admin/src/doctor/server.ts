import type { ServerStatus } from '../server-status.ts'
import { fetchFromSite } from '../site-fetch.ts'
import { formatSize, pluralise } from '../view/text.ts'
import { advice, broken, type DoctorCheck, type DoctorFinding, notChecked, ok } from './finding.ts'

const SKEW_MS = 60_000
const LITTLE_ROOM = 1_000_000_000
const NO_ROOM = 100_000_000
/** PostgreSQL warns from 40 million transactions before the end on; autovacuum freezes rows at 200 million. */
const OLD_TRANSACTIONS = 1_000_000_000
/** The store is normally at most a second behind, and some seconds after a start, until the first base was shipped. */
const LATE_SECONDS = 15

/** Checks that the server and its database respond, that its clock is right and that its disk has free space. */
export const checkServer: DoctorCheck = async function* ({ site, status }) {
  if (status === null) {
    yield notChecked('server', `${site.url} is not the self-contained server.`)
    return
  }
  const response = await fetchFromSite(`${site.url}/ready`)
  const body: unknown = await response.json().catch(() => null)
  const problem: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'problem') : null
  yield response.ok ? ok('server', `ready, Node ${status.node}`) : broken('server', `not ready: ${String(problem)}`)
  yield* describeDatabase(status.database)
  if (status.otherDatabase !== null) yield broken('database', status.otherDatabase)
  for (const text of status.changedMigrations) yield advice('migrations', text)
  const skew = Math.abs(Date.now() - Date.parse(response.headers.get('date') ?? new Date().toUTCString()))
  if (skew > SKEW_MS) {
    const seconds = Math.round(skew / 1000)
    yield advice(
      'clock',
      `the server's clock and this one differ by ${seconds} seconds; codes of authenticator apps depend on it`,
    )
  }
  for (const [limit, at] of Object.entries(status.globalLimitsReached)) {
    yield advice(
      'limits',
      `the global rate limit of ${limit}, which all visitors share, was reached, last at ${at}: see docs/watching.md`,
    )
  }
  const { freeBytes } = status.disk
  const room = `${formatSize(freeBytes)} free where the data is`
  yield (freeBytes < NO_ROOM ? broken : freeBytes < LITTLE_ROOM ? advice : ok)('disk', room)
}

/** Describes the database: whose it is, its version and size, damaged pages, and rows that were not vacuumed for too long. */
function* describeDatabase({ isOwn, state }: ServerStatus['database']): Generator<DoctorFinding> {
  if (state === null) return
  const { version, sizeBytes, oldestTransactionAge, checksumFailures } = state
  const name = `${isOwn ? 'its own PostgreSQL' : 'another PostgreSQL'} ${version}`
  const age = oldestTransactionAge.toLocaleString('en')
  yield ok('database', `${name}, ${formatSize(sizeBytes)}, oldest transaction ${age} ago`)
  if (checksumFailures > 0)
    yield broken('database', `${checksumFailures} damaged pages were read: check the disk, and restore a backup`)
  if (oldestTransactionAge > OLD_TRANSACTIONS)
    yield advice('database', 'autovacuum does not keep up: run VACUUM FREEZE with psql')
}

/** Checks that shipping works and that the store of SHIP_TO is at most 15 seconds behind the database. */
export const checkShipping: DoctorCheck = async function* ({ status }) {
  if (!status?.shipping) return
  const { store, behindSeconds, missingFiles, problem } = status.shipping
  const files = missingFiles === 0 ? '' : `, ${pluralise(missingFiles, 'large file')} not there yet`
  const behind = `${store} is ${pluralise(Math.round(behindSeconds), 'second')} behind${files}`
  if (problem !== null) yield broken('shipping', `${behind}: ${problem}`)
  else if (behindSeconds > LATE_SECONDS) yield advice('shipping', `${behind}; the server is catching up`)
  else yield ok('shipping', behind)
}
