import type { Site } from '../site.ts'
import type { Status } from './status.ts'

/** What a check found. `broken`: visitors or data suffer now; `advice`: it works, and could be better. */
export type Finding = { state: 'ok' | 'advice' | 'broken' | 'not checked'; what: string; text: string }

/** What a check looks at. `status` is null on a backend that is not the self-contained server. */
export type Patient = { site: Site; status: Status | null; publishableKey: string | null }

/** One thing that is looked at. A check that throws has found something broken. */
export type Check = (patient: Patient) => Promise<Finding[]>

/** All is well. */
export function ok(what: string, text: string): Finding {
  return { state: 'ok', what, text }
}

/** It works, and could be better. */
export function advice(what: string, text: string): Finding {
  return { state: 'advice', what, text }
}

/** Visitors or data suffer now. */
export function broken(what: string, text: string): Finding {
  return { state: 'broken', what, text }
}
