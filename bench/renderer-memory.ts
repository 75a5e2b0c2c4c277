import { readFile } from 'node:fs/promises'
import { setInterval as every } from 'node:timers/promises'
import type { Browser } from '@playwright/test'

/** The private memory of a page's process over time. */
export type RendererMemory = {
  /** Returns the private memory now, in MB. */
  read(): Promise<number>
  /** Returns the largest value since the last call, in MB, and begins anew. */
  takePeak(): number
  stop(): Promise<void>
}

const SAMPLE_EVERY_MS = 50

/** Samples the private memory of the browser's only page, 20 times a second. Needs Linux. */
export async function watchRendererMemory(browser: Browser): Promise<RendererMemory> {
  const pid = await findRendererPid(browser)
  const ended = new AbortController()
  let peak = 0
  const sampling = (async () => {
    for await (const _ of every(SAMPLE_EVERY_MS, undefined, { signal: ended.signal })) {
      peak = Math.max(peak, await readPrivateMegabytes(pid))
    }
  })().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error
  })
  return {
    read: () => readPrivateMegabytes(pid),
    takePeak() {
      const highest = peak
      peak = 0
      return highest
    },
    async stop() {
      ended.abort()
      await sampling
    },
  }
}

/** Returns the renderer process with the most private memory. Chromium keeps a spare one without a page. */
async function findRendererPid(browser: Browser): Promise<number> {
  const protocol = await browser.newBrowserCDPSession()
  const { processInfo } = await protocol.send('SystemInfo.getProcessInfo')
  const renderers = await Promise.all(
    processInfo
      .filter(({ type }) => type === 'renderer')
      .map(async ({ id }) => ({ id, megabytes: await readPrivateMegabytes(id) })),
  )
  const [largest] = renderers.toSorted((one, other) => other.megabytes - one.megabytes)
  if (!largest) throw new Error('The browser has no renderer.')
  return largest.id
}

/**
 * Returns what the process has written and shares with no other, in MB (`smaps_rollup`, proc(5)). Unwritten private memory is left out: it is
 * Chromium's code, which counts as private while no other Chromium runs, so that it can change by 40 MB within a second.
 */
async function readPrivateMegabytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kilobytes = /^Private_Dirty:\s+(\d+) kB$/m.exec(rollup)?.[1]
  if (kilobytes === undefined) throw new Error('The system does not tell the private memory of a process.')
  return Number(kilobytes) / 1_000
}
