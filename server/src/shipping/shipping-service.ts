import { setTimeout as pause } from 'node:timers/promises'
import type { ApplicationHost } from '@site/backend/application'
import { startWorker } from '@site/backend/worker'
import { openStore } from '@site/contract/shipping/open-store'
import { sealStore } from '@site/contract/shipping/sealed-store'
import type { ShippingSettings } from './settings.ts'
import { Shipper } from './shipper.ts'

/** The pause between two rounds. Together with the time that a round takes, the store is normally at most a second behind. */
const ROUND_MS = 250
/** The pause after a failed round, so that a store that cannot be reached does not get a request every 250 ms. */
const RETRY_MS = 5_000
/** The maximum time that a stop waits until the rest of the log is shipped. After a timeout, the next start ships it. */
const LAST_ROUND_MS = 4_000

/**
 * How far the store is behind, for `doctor`. `missingFiles` is the number of large stored files that are not in the store yet, also of those
 * whose upload failed. `problem` says why the last round or a background task failed, and is null when both succeeded.
 */
export type ShippingStatus = {
  store: string
  behindSeconds: number
  missingFiles: number
  problem: string | null
}

/** The running shipping of the database to a store. */
export type ShippingService = { status(): ShippingStatus; close(): Promise<void> }

/**
 * Starts to ship the server's own PostgreSQL to the store of SHIP_TO. Returns null without SHIP_TO. When the store cannot be reached, the site
 * works on: the failure is logged, and `doctor` and the metric `shipping_behind_seconds` show it.
 */
export async function openShippingService(
  { config, database, metrics, log }: ApplicationHost,
  settings: ShippingSettings | null,
): Promise<ShippingService | null> {
  if (settings === null || database.own === null) return null
  const store = sealStore(await openStore(settings.store), settings.key)
  const shipper = new Shipper({ config, database, store, keepDays: settings.keepDays })
  const began = Date.now()
  let problem: string | null = null

  const report = (failure: unknown) => {
    const reason = failure === null ? null : describeReason(failure)
    if (reason === null && problem !== null)
      log.info({ event: 'shipping_resumed' }, 'The store of SHIP_TO has everything again')
    if (reason !== null && reason !== problem)
      log.warn({ event: 'shipping_failed', reason }, 'The database could not be shipped; this is retried')
    problem = reason
  }
  const tryRound = async (signal: AbortSignal) => {
    try {
      await shipper.round()
      report(shipper.backgroundFailure)
    } catch (error) {
      report(error)
      await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const behindSeconds = () => Math.max(0, (Date.now() - (shipper.shippedUntil?.getTime() ?? began)) / 1_000)
  metrics.addSource({
    describe: {
      shipping_behind_seconds: {
        type: 'gauge',
        help: 'Age of the newest state that the store of SHIP_TO has completely.',
      },
    },
    read: () => ({ shipping_behind_seconds: behindSeconds() }),
  })
  const worker = startWorker(tryRound, { name: 'shipping', interval: ROUND_MS, log })
  return {
    status: () => ({
      store: store.address,
      behindSeconds: behindSeconds(),
      missingFiles: shipper.files.missing,
      problem,
    }),
    async close() {
      const last = worker.stop().then(() => shipper.close())
      const outcome = last.catch((error: unknown) => {
        log.warn({ event: 'shipping_failed', reason: describeReason(error) }, 'The next start ships the rest')
      })
      await Promise.race([outcome, pause(LAST_ROUND_MS, undefined, { ref: false })])
    },
  }
}

/** Returns the messages of an error and of its cause, without the stack. Only operators see them. */
function describeReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause.message : ''
  return [error.message, cause].filter((text) => text !== '').join(': ')
}
