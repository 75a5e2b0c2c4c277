import type { ServerStatus } from '../server-status.ts'
import type { EnvironmentVariables } from '../settings.ts'
import type { SiteClient } from '../site.ts'

/**
 * The states of a finding, worst first. `broken`: the fault affects visitors or data now. `advice`: the site works, but the operator should
 * improve the setup. `sample`: an entry of `SAMPLES`, content that the operator must replace before publishing the site. `not checked`: the
 * check was not possible.
 */
export const FINDING_STATES = ['broken', 'advice', 'sample', 'not checked', 'ok'] as const

/** The result of one check of the `doctor` command. */
export type DoctorFinding = { state: (typeof FINDING_STATES)[number]; what: string; text: string }

/** The input of a check of the `doctor` command. `status` is null when the backend is not the self-contained server. */
export type DoctorCheckContext = {
  site: SiteClient
  status: ServerStatus | null
  publishableKey: string | null
  env: EnvironmentVariables
}

/** A check of the `doctor` command. When the check throws an error, the command reports the error as a `broken` finding. */
export type DoctorCheck = (context: DoctorCheckContext) => AsyncIterable<DoctorFinding>

/** The type of the function that creates findings of one state. */
type FindingFactory = (what: string, text: string) => DoctorFinding

export const ok: FindingFactory = (what, text) => ({ state: 'ok', what, text })
export const advice: FindingFactory = (what, text) => ({ state: 'advice', what, text })
export const sample: FindingFactory = (what, text) => ({ state: 'sample', what, text })
export const broken: FindingFactory = (what, text) => ({ state: 'broken', what, text })
export const notChecked: FindingFactory = (what, text) => ({ state: 'not checked', what, text })
