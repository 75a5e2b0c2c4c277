import { fetchFromSite } from '../site-fetch.ts'
import { formatSize } from '../view/text.ts'
import { describeDatabase } from './database.ts'
import {
  createAdviceFinding,
  createBrokenFinding,
  createOkFinding,
  type DoctorCheck,
  type DoctorFinding,
} from './finding.ts'

const SKEW_MS = 60_000
const LITTLE_ROOM = 1_000_000_000
const NO_ROOM = 100_000_000

/** Checks that the server and its database respond, that its clock is right and that its disk has free space. */
export const checkServer: DoctorCheck = async ({ site, status }) => {
  if (status === null)
    return [{ state: 'not checked', what: 'server', text: `${site.url} is not the self-contained server.` }]
  const response = await fetchFromSite(`${site.url}/ready`)
  const body: unknown = await response.json().catch(() => null)
  const problem: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'problem') : null
  const findings: DoctorFinding[] = [
    response.ok
      ? createOkFinding('server', `ready, Node ${status.node}`)
      : createBrokenFinding('server', `not ready: ${String(problem)}`),
  ]
  findings.push(...describeDatabase(status.database))
  if (status.otherDatabase !== null) findings.push(createBrokenFinding('database', status.otherDatabase))
  findings.push(...status.changedMigrations.map((text) => createAdviceFinding('migrations', text)))
  const skew = Date.now() - Date.parse(response.headers.get('date') ?? new Date().toUTCString())
  if (Math.abs(skew) > SKEW_MS) {
    findings.push(
      createAdviceFinding(
        'clock',
        `the server's clock and this one differ by ${Math.round(Math.abs(skew) / 1000)} seconds; codes of authenticator apps depend on it`,
      ),
    )
  }
  for (const [limit, at] of Object.entries(status.globalLimitsReached)) {
    findings.push(
      createAdviceFinding(
        'limits',
        `the global rate limit of ${limit}, which all visitors share, was reached, last at ${at}: see docs/watching.md`,
      ),
    )
  }
  const { freeBytes } = status.disk
  const room = `${formatSize(freeBytes)} free where the data is`
  findings.push(
    freeBytes < NO_ROOM
      ? createBrokenFinding('disk', room)
      : freeBytes < LITTLE_ROOM
        ? createAdviceFinding('disk', room)
        : createOkFinding('disk', room),
  )
  return findings
}
