import { type Engine, startBackend } from '../support/start-backend.ts'
import { clockJumps } from './clock-jumps.ts'
import { diskFull } from './disk-full.ts'
import type { MeasuredFact } from './fact.ts'
import { killDuringSignUps } from './kill-during-sign-ups.ts'
import { mailServerAway } from './mail-away.ts'
import { restartPostgres } from './postgres-restart.ts'
import { severalProcesses } from './processes.ts'
import { idleSockets, slowClients } from './slow-and-idle.ts'

/**
 * All fault scenarios at full size. A scenario returns null when the machine lacks a privilege or a library that it needs. Contract
 * tests run smaller versions of some scenarios.
 */
export const SCENARIOS: Record<string, () => Promise<MeasuredFact[] | null>> = {
  'kill-pglite': () => kill('pglite'),
  'kill-postgres': () => kill('postgres'),
  'postgres-restart': () => restartPostgres(4_000),
  'mail-away': () => mailServerAway('pglite', 200, 12_000),
  'disk-full': diskFull,
  'clock-jumps': clockJumps,
  'slow-clients': () => slowClients(500),
  'idle-sockets': () => idleSockets(10_000),
  'two-processes': () => severalProcesses(2, 200),
  'three-processes': () => severalProcesses(3, 200),
}

async function kill(engine: Engine): Promise<MeasuredFact[]> {
  await using backend = await startBackend({ engine })
  return await killDuringSignUps(backend, 1_000, 20)
}
