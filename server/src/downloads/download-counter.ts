import type { StartedDownload } from '@site/backend/application'
import type { Database } from '@site/backend/database/port/database'
import type { MetricsRegistry } from '@site/backend/metrics/metrics'
import { startWorker } from '@site/backend/worker'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { COUNTED_PLATFORMS, type CountedDownload, describeCountedDownload } from './counted-download.ts'
import { createFolderVersionReader } from './read-folder-version.ts'

/**
 * Counts downloads of installers by day, platform and version. It stores no address, no user agent and no time of day
 * (docs/decisions.md, "Downloads are counted without an identifier").
 */
export type DownloadCounter = {
  /** Counts a download in memory, if it is one of an installer. */
  count(download: StartedDownload): void
  /** Stores the counts that are not stored yet, and stops. */
  close(): Promise<void>
}

export type DownloadCounterParts = {
  database: Database
  dataDir: string
  downloadsBucket: string
  metrics: MetricsRegistry
  log: FastifyBaseLogger
}

/** The interval at which counts are stored, in milliseconds. A killed process loses at most the counts of one interval. */
const INTERVAL_MS = 5_000

type Counted = CountedDownload & { day: string; downloads: number }

/**
 * Starts a counter that collects counts in memory and stores them every few seconds, so that a download costs no query. The number of
 * entries in memory is limited by the number of objects in the bucket, because only downloads of existing objects are counted.
 */
export function startDownloadCounter(parts: DownloadCounterParts): DownloadCounter {
  const { database, dataDir, downloadsBucket, metrics, log } = parts
  const readFolderVersion = createFolderVersionReader(database, dataDir, downloadsBucket)
  const started = new Map(
    COUNTED_PLATFORMS.map((platform) => [
      platform,
      metrics.counter('downloads_total', 'Downloads of installers that began.', { platform }),
    ]),
  )
  let waiting = new Map<string, Counted>()

  function add(counted: Counted): void {
    const { day, platform, version, folder } = counted
    const key = JSON.stringify([day, platform, version, version === null ? folder : ''])
    const known = waiting.get(key)
    if (known) known.downloads += counted.downloads
    else waiting.set(key, counted)
  }

  async function store(): Promise<void> {
    const batch = [...waiting.values()]
    if (batch.length === 0) return
    waiting = new Map()
    try {
      const rows = []
      for (const { day, platform, version, folder, downloads } of batch) {
        rows.push({ day, platform, version: version ?? (await readFolderVersion(folder)), downloads })
      }
      await sql`select private.add_download_counts(${JSON.stringify(rows)}::text::jsonb)`.execute(database.kysely)
    } catch (error) {
      batch.forEach(add) // the next round stores them
      throw error
    }
  }

  const worker = startWorker(store, { name: 'download_counts', interval: INTERVAL_MS, log })
  return {
    count(download) {
      const counted = describeCountedDownload(download, downloadsBucket)
      if (counted === null) return
      started.get(counted.platform)?.add()
      add({ ...counted, day: new Date().toISOString().slice(0, 10), downloads: 1 })
    },
    async close() {
      await worker.stop()
      await store().catch((err: unknown) => {
        log.warn({ event: 'download_counts_lost', err }, 'The last download counts could not be stored')
      })
    },
  }
}
