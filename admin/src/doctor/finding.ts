import type { SiteClient } from '../site.ts'
import type { ServerStatus } from './status.ts'

/**
 * The result of a `doctor` check. `broken`: visitors or data are affected now. `advice`: the site works, but the setup should be
 * improved.
 */
export type DoctorFinding = { state: 'ok' | 'advice' | 'broken' | 'not checked'; what: string; text: string }

/** The input of a `doctor` check. `status` is null when the backend is not the self-contained server. */
export type CheckContext = { site: SiteClient; status: ServerStatus | null; publishableKey: string | null }

/** One check of `doctor`. An error that it throws is reported as a `broken` finding. */
export type DoctorCheck = (context: CheckContext) => Promise<DoctorFinding[]>

export function ok(what: string, text: string): DoctorFinding {
  return { state: 'ok', what, text }
}

export function advice(what: string, text: string): DoctorFinding {
  return { state: 'advice', what, text }
}

export function broken(what: string, text: string): DoctorFinding {
  return { state: 'broken', what, text }
}
