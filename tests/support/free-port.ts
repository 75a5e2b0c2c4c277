import { createServer } from 'node:net'

const LOWEST = 20_000
const HIGHEST = 32_000 // below the range that the system hands out for outgoing connections
const SHARES = 8

/** Ports this process was given, whose servers may not listen yet. */
const given = new Set<number>()

/**
 * A port nobody listens on right now, and that no other worker of this test run is given: a server needs a second until it
 * listens. Drawn at random, so that test runs side by side rarely meet.
 */
export async function freePort(): Promise<number> {
  const share = (HIGHEST - LOWEST) / SHARES
  for (let tries = 0; tries < 50; tries += 1) {
    const port = LOWEST + (workerNumber() % SHARES) * share + Math.floor(Math.random() * share)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port found between ${LOWEST} and ${HIGHEST}.`)
}

/** As vitest and Playwright number the workers that run at the same time, from 1 on; 0 outside of them. */
function workerNumber(): number {
  const { VITEST_POOL_ID, TEST_PARALLEL_INDEX } = process.env
  return Number(VITEST_POOL_ID ?? Number(TEST_PARALLEL_INDEX ?? -1) + 1)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    // No host: both address families at once, as a backend on loopback also takes both.
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}
