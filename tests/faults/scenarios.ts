import { startBackend } from '../support/start-backend.ts'
import { runClockJumpScenario } from './clock-jumps.ts'
import { runDiskFullScenario } from './disk-full.ts'
import type { FaultMeasurement } from './fault-measurement.ts'
import { runServerKillScenario } from './kill-during-sign-ups.ts'
import { runMailOutageScenario } from './mail-away.ts'
import { runPostgresKillScenario, runPostgresRestartScenario } from './postgres-outage.ts'
import { runMultiProcessScenario } from './processes.ts'
import { runReleaseReaderScenario } from './release-readers.ts'
import { runShipAndRestoreScenario } from './ship-and-restore.ts'
import { runIdleSocketScenario, runSlowlorisScenario } from './slow-and-idle.ts'

/**
 * All fault scenarios at full size. A scenario returns null when the machine lacks a privilege or a library that it needs. Contract
 * tests run smaller versions of some scenarios.
 */
export const FAULT_SCENARIOS: Record<string, () => Promise<FaultMeasurement[] | null>> = {
  kill,
  'postgres-kill': () => runPostgresKillScenario(4_000),
  'postgres-restart': () => runPostgresRestartScenario(4_000),
  'mail-away': () => runMailOutageScenario(200, 12_000),
  'disk-full': runDiskFullScenario,
  'clock-jumps': runClockJumpScenario,
  'slow-clients': () => runSlowlorisScenario(500),
  'idle-sockets': () => runIdleSocketScenario(10_000),
  'two-processes': () => runMultiProcessScenario(2, 200),
  'three-processes': () => runMultiProcessScenario(3, 200),
  'release-readers': readReleases,
  'ship-and-restore': () => runShipAndRestoreScenario(50),
}

async function kill(): Promise<FaultMeasurement[]> {
  await using backend = await startBackend({ ownDatabase: true })
  return await runServerKillScenario(backend, 1_000, 20)
}

async function readReleases(): Promise<FaultMeasurement[]> {
  await using backend = await startBackend()
  return await runReleaseReaderScenario(backend, 200, 40)
}
