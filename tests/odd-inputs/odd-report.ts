import type { TestBackend } from '../support/start-backend.ts'

/** The result of a fuzz run: the number of inputs, the counts by status, and a description of each fault, crash or leaked secret. */
export type FuzzReport = { sent: number; statuses: Record<string, number>; wrong: string[] }

/** Returns the random seed of one round of a fuzz run, so that runs with consecutive seeds have no round in common. */
export function deriveRoundSeed(seed: number, round: number): number {
  return (seed * 1_000_003 + round) | 0
}

/** The number of waiting clients below which the share of responses says too little: one response is then enough. */
const FEW = 20

/**
 * Returns an error message when fewer than the share `least` of the waiting clients got a response: a run without responses would
 * otherwise pass although it tested nothing. With fewer than 20 waiting clients, one response is enough.
 */
export function findResponseShortfall(waited: number, answered: number, least: number): string[] {
  const needed = waited < FEW ? Math.min(1, waited) : waited * least
  return answered >= needed ? [] : [`only ${answered} of ${waited} waiting clients got a response`]
}

/** Returns the faults that a server has logged, and an error message when `/health` fails. */
export async function findServerErrors(backend: TestBackend): Promise<string[]> {
  const faults = backend.log().match(/^.*("event":"fault"|Unhandled|Uncaught|MaxListenersExceeded).*$/gim) ?? []
  const wrong = faults.map((line) => `logged: ${line.slice(0, 1_500)}`)
  const health = await fetch(`${backend.url}/health`).then(
    ({ status }) => status,
    (error: unknown) => String(error),
  )
  if (health !== 200) wrong.push(`/health: ${health}; the log ends with ${backend.log().slice(-1_500)}`)
  return wrong
}
