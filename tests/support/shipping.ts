import { setTimeout as pause } from 'node:timers/promises'
import type { TestBackend } from './start-backend.ts'

type ShippingServer = Pick<TestBackend, 'url' | 'secretKey'>

/** The SHIP_KEY of tests. */
export const TEST_SHIP_KEY = 'not a secret: the shipping key of tests'

const WAIT_MS = 60_000

/** Returns how far the store of SHIP_TO is behind the database, in milliseconds, from the server's metrics. */
export async function readShippingDelay({ url, secretKey }: ShippingServer): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { apikey: secretKey } })
  return Number(/^shipping_behind_seconds (\S+)$/m.exec(await response.text())?.[1]) * 1_000
}

/** Waits until the store of SHIP_TO has everything that was committed before the call. Throws after a minute. */
export async function waitUntilShipped(server: ShippingServer): Promise<void> {
  const called = performance.now()
  await pause(1_000) // before the first base was shipped, the metric is the time since the start of shipping
  for (;;) {
    const elapsed = performance.now() - called // before the request, so that the metric is not compared with a later time
    const delay = await readShippingDelay(server)
    if (delay < elapsed) return
    if (elapsed > WAIT_MS) throw new Error(`The place is ${delay} milliseconds behind.`)
    await pause(100)
  }
}
