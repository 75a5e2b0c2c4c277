import type { ServerStatus } from '../server-status.ts'
import type { EnvironmentVariables } from '../settings.ts'
import type { SiteClient } from '../site.ts'

/**
 * The result of one check of the `doctor` command. `broken`: visitors or data are affected now. `advice`: the site works, but the setup
 * should be improved.
 */
export type DoctorFinding = { state: 'ok' | 'advice' | 'broken' | 'not checked'; what: string; text: string }

/** The input of a check of the `doctor` command. `status` is null when the backend is not the self-contained server. */
export type DoctorCheckContext = {
  site: SiteClient
  status: ServerStatus | null
  publishableKey: string | null
  env: EnvironmentVariables
}

/** A check of the `doctor` command. When the check throws an error, the command reports the error as a `broken` finding. */
export type DoctorCheck = (context: DoctorCheckContext) => Promise<DoctorFinding[]>

export function createOkFinding(what: string, text: string): DoctorFinding {
  return { state: 'ok', what, text }
}

export function createAdviceFinding(what: string, text: string): DoctorFinding {
  return { state: 'advice', what, text }
}

export function createBrokenFinding(what: string, text: string): DoctorFinding {
  return { state: 'broken', what, text }
}
