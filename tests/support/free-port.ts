import { createServer } from 'node:net'

const LOWEST = 20_000
const HIGHEST = 32_000 // below the system's ephemeral ports, which outgoing connections use
const SHARES = 8

/** Ports that `findFreePort` has returned in this process and on which no server may be listening yet. */
const given = new Set<number>()

/**
 * Returns a free port that no other worker of this test run returns. Checking that the port is free is not enough, because a server
 * takes a second until it listens. The port is chosen at random, so that concurrent test runs rarely collide.
 */
export async function findFreePort(): Promise<number> {
  const share = (HIGHEST - LOWEST) / SHARES
  for (let tries = 0; tries < 50; tries += 1) {
    const port = LOWEST + (workerNumber() % SHARES) * share + Math.floor(Math.random() * share)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port found between ${LOWEST} and ${HIGHEST}.`)
}

/** Returns the number of the vitest or Playwright worker, starting at 1; 0 outside of a test run. */
function workerNumber(): number {
  const { VITEST_POOL_ID, TEST_PARALLEL_INDEX } = process.env
  return Number(VITEST_POOL_ID ?? Number(TEST_PARALLEL_INDEX ?? -1) + 1)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    // Listens without a host to probe both IPv4 and IPv6, because the backend listens on both.
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}
