import type { Site } from '../site.ts'
import type { Status } from './status.ts'

/**
 * The result of a `doctor` check. `broken`: visitors or data are affected now. `advice`: the site works, but the setup should be
 * improved.
 */
export type Finding = { state: 'ok' | 'advice' | 'broken' | 'not checked'; what: string; text: string }

/** The input of a `doctor` check. `status` is null when the backend is not the self-contained server. */
export type CheckContext = { site: Site; status: Status | null; publishableKey: string | null }

/** One check of `doctor`. An error that it throws is reported as a `broken` finding. */
export type Check = (context: CheckContext) => Promise<Finding[]>

export function ok(what: string, text: string): Finding {
  return { state: 'ok', what, text }
}

export function advice(what: string, text: string): Finding {
  return { state: 'advice', what, text }
}

export function broken(what: string, text: string): Finding {
  return { state: 'broken', what, text }
}
