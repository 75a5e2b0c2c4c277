import { createServer } from 'node:net'

const LOWEST = 20_000
const HIGHEST = 32_000 // below the range that the system hands out for outgoing connections

/** A port nobody listens on right now. Drawn at random, so that test runs side by side rarely meet. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (await isFree(port)) return port
  }
  throw new Error(`No free port found between ${LOWEST} and ${HIGHEST}.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    // No host: both address families at once, as a backend on loopback also takes both.
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}
