import { readFile, rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { spawnBackend } from '../../tests/support/backend-process.ts'
import { findFreePort } from '../../tests/support/free-port.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type BenchmarkPart, median } from '../figures.ts'

const ROUNDS = 3
const IDLE_MS = 5_000

/** Measures the time from starting the server on PGlite to the first successful response of /ready, and the memory of the idle server. */
export const part: BenchmarkPart = {
  title: 'Start, on PGlite',
  async measure() {
    const first: number[] = []
    const again: number[] = []
    const memory: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await using folder = await createTemporaryFolder('start-')
      first.push((await startOnce(folder.path)).seconds)
      const second = await startOnce(folder.path, IDLE_MS)
      again.push(second.seconds)
      memory.push(second.megabytes)
      await rm(folder.path, { recursive: true, force: true })
    }
    return {
      figures: [
        { what: 'first start from a built tree, every migration included', value: median(first), unit: 's', atMost: 6 },
        { what: 'start on existing data', value: median(again), unit: 's', atMost: 1.5 },
        { what: 'memory of an idle server (resident)', value: median(memory), unit: 'MB' },
      ],
      notes: [],
    }
  },
}

async function startOnce(dataDir: string, idleMs = 0): Promise<{ seconds: number; megabytes: number }> {
  const port = await findFreePort()
  const start = performance.now()
  const backend = await spawnBackend(`http://localhost:${port}`, { PORT: String(port), DATA_DIR: dataDir })
  const seconds = (performance.now() - start) / 1_000
  await pause(idleMs)
  const megabytes = await readResidentMegabytes(backend.pid)
  await backend.stop()
  return { seconds, megabytes }
}

/** Returns the resident memory of a process in MB. Returns NaN on systems without /proc. */
export function readResidentMegabytes(pid: number): Promise<number> {
  return memoryOf(pid, 'VmRSS')
}

/** Returns the peak resident memory of a process in MB; 0 when the process has ended, and on systems without /proc. */
export async function readPeakResidentMegabytes(pid: number): Promise<number> {
  return (await memoryOf(pid, 'VmHWM')) || 0
}

async function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return (Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1_024) / 1_000_000
}
