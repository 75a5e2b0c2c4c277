import { setTimeout as pause } from 'node:timers/promises'
import { measureScriptsAfterRelease } from '../../tests/whole/wire-bytes.ts'
import { openEmulatedPhone } from '../browser.ts'
import type { BenchmarkFigure, BenchmarkPart } from '../figures.ts'
import { startBenchmarkServer } from '../server.ts'

const KB = 1_000
/**
 * The maximum sizes in kB by DevTools resource type. They equal those in tests/whole/first-load.test.ts, which fails when a size is
 * exceeded.
 */
const LIMITS: Record<string, number> = { Script: 80 }

/**
 * Measures the bytes that a browser receives for the home page before any interaction: all responses over HTTP/1.1 with their
 * headers, until the network is idle. tests/whole/first-load.test.ts computes the same sum without a browser.
 * chromium-headless-shell does not request the icon, other browsers do.
 */
export const part: BenchmarkPart = {
  title: 'Bytes: the home page before any interaction',
  async measure() {
    await using server = await startBenchmarkServer()
    await using phone = await openEmulatedPhone()
    const kinds = new Map<string, string>()
    const bytes = new Map<string, number>()
    const scripts = new Set<string>()
    await phone.protocol.send('Network.enable')
    phone.protocol.on('Network.responseReceived', ({ requestId, type, response }) => {
      kinds.set(requestId, type)
      if (type === 'Script') scripts.add(new URL(response.url).pathname)
    })
    phone.protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? 'Other'
      bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength)
    })
    await phone.page.goto(server.url, { waitUntil: 'networkidle' })
    await pause(2_500) // longer than the timeouts of the page's idle callbacks, so that the benchmark counts the requests that they send
    const all = [...bytes.values()].reduce((sum, value) => sum + value, 0)
    const figures = [...bytes].map(([kind, value]): BenchmarkFigure => {
      const limit = LIMITS[kind]
      return { what: kind, value: value / KB, unit: 'kB', ...(limit === undefined ? {} : { atMost: limit }) }
    })
    const afterRelease = [...(await measureScriptsAfterRelease([...scripts])).values()].reduce(
      (sum, each) => sum + each,
      0,
    )
    return {
      figures: [
        ...figures,
        { what: 'in all', value: all / KB, unit: 'kB', atMost: 115 },
        { what: 'Script after a release, with shared dictionaries', value: afterRelease / KB, unit: 'kB', atMost: 6 },
      ],
      notes: [],
    }
  },
}
