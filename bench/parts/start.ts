import { setTimeout as pause } from 'node:timers/promises'
import { type BenchmarkPart, median } from '../figures.ts'
import { readTreeMegabytes } from '../process-figures.ts'
import { startBenchmarkServer } from '../server.ts'

const ROUNDS = 3
const IDLE_MS = 5_000

/**
 * Measures the time from spawning the server until `/ready` responds with 200, on an empty and on an existing data folder, and the
 * proportional set size of the idle server and its PostgreSQL.
 */
export const part: BenchmarkPart = {
  title: 'Start',
  async measure() {
    const first: number[] = []
    const again: number[] = []
    const memory: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const begun = performance.now()
      await using server = await startBenchmarkServer()
      first.push((performance.now() - begun) / 1_000)
      await server.stop()
      const begunAgain = performance.now()
      await server.start()
      again.push((performance.now() - begunAgain) / 1_000)
      await pause(IDLE_MS)
      memory.push(await readTreeMegabytes(server.process().pid))
    }
    return {
      figures: [
        { what: 'first start from a built tree, on an empty folder', value: median(first), unit: 's', atMost: 6 },
        { what: 'start on existing data', value: median(again), unit: 's', atMost: 1 },
        { what: 'idle server and its PostgreSQL (proportional)', value: median(memory), unit: 'MB', atMost: 180 },
      ],
      notes: ['`npm start` on a fresh clone also installs packages and builds (at most 12 s in all).'],
    }
  },
}
