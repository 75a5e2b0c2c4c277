import type { Backend } from '../support/start-backend.ts'

/** How many were sent, how they were answered, and every answer that is none: a fault, a crash, a secret told. */
export type OddReport = { sent: number; statuses: Record<string, number>; wrong: string[] }

/** The seed of one round, so that neighbouring seeds of a whole run share no round. */
export function sampleSeed(seed: number, round: number): number {
  return (seed * 1_000_003 + round) | 0
}

/** So few say nothing about a share. */
const FEW = 20

/**
 * Complains when fewer than the share `least` of those that waited for an answer read one. A run in which nothing was answered, or nobody
 * waited long enough, would find nothing wrong. Of a few, one is enough.
 */
export function tooFewAnswers(waited: number, answered: number, least: number): string[] {
  const needed = waited < FEW ? Math.min(1, waited) : waited * least
  return answered >= needed ? [] : [`only ${answered} of ${waited} that waited for an answer read one`]
}

/** What a server shows of faults after odd inputs: a line in its log for each, or no answer of `/health` any more. */
export async function faultsIn(backend: Backend): Promise<string[]> {
  const faults = backend.log().match(/^.*("event":"fault"|Unhandled|Uncaught|MaxListenersExceeded).*$/gim) ?? []
  const wrong = faults.map((line) => `logged: ${line.slice(0, 1_500)}`)
  const health = await fetch(`${backend.url}/health`).then(
    ({ status }) => status,
    (error: unknown) => String(error),
  )
  if (health !== 200) wrong.push(`/health: ${health}; the log ends with ${backend.log().slice(-1_500)}`)
  return wrong
}
