import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { MetricsRegistry } from './metrics.ts'

const describe = {
  process_start_time_seconds: { type: 'gauge', help: 'When the process began, in seconds since 1970.' },
  process_cpu_seconds_total: { type: 'counter', help: 'Processor time used.' },
  process_resident_memory_bytes: { type: 'gauge', help: 'Memory held.' },
  process_open_fds: { type: 'gauge', help: 'Open files and sockets.' },
  nodejs_heap_used_bytes: { type: 'gauge', help: 'Memory of the language, in use.' },
  nodejs_eventloop_lag_seconds: { type: 'gauge', help: 'How late timers came since the last look, on average.' },
  nodejs_eventloop_lag_max_seconds: { type: 'gauge', help: 'The latest timer since the last look.' },
} as const

const TICK_MS = 20

/** Adds metrics of the process's resource use and event loop delay. Returns a function that ends the measurement. */
export function collectProcessMetrics(metrics: MetricsRegistry): () => void {
  const delay = monitorEventLoopDelay({ resolution: TICK_MS })
  delay.enable()
  metrics.addSource({
    describe,
    async read() {
      const { user, system } = process.cpuUsage()
      const { rss, heapUsed } = process.memoryUsage()
      const lag = { mean: lateness(delay.mean), max: lateness(delay.max) }
      delay.reset()
      return {
        process_start_time_seconds: performance.timeOrigin / 1_000,
        process_cpu_seconds_total: (user + system) / 1e6,
        process_resident_memory_bytes: rss,
        process_open_fds: await openFiles(),
        nodejs_heap_used_bytes: heapUsed,
        nodejs_eventloop_lag_seconds: lag.mean,
        nodejs_eventloop_lag_max_seconds: lag.max,
      }
    },
  })
  return () => delay.disable()
}

/**
 * Returns the delay of the event loop in seconds. The histogram of Node.js contains the whole time between two ticks in nanoseconds, and no
 * number before the first tick.
 */
function lateness(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - TICK_MS / 1_000) : 0
}

/** Returns the number of open file descriptors. Returns null on operating systems other than Linux, which have no /proc. */
async function openFiles(): Promise<number | null> {
  return readdir('/proc/self/fd').then(
    (files) => files.length,
    () => null,
  )
}
