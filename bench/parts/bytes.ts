import { setTimeout as pause } from 'node:timers/promises'
import { openEmulatedPhone } from '../browser.ts'
import type { BenchmarkFigure, BenchmarkPart } from '../figures.ts'
import { startBenchmarkServer } from '../server.ts'

const KB = 1_000
/** The maximum sizes in kB. They equal those in tests/whole/first-load.test.ts. */
const MAX_SCRIPT = 80
const MAX_ALL = 112

/**
 * Measures the bytes that a browser receives for the home page before any interaction: all responses over HTTP/1.1 with their
 * headers, until the network is idle. The browser saves data, so it loads nothing that is only for the idle page. tests/whole/first-load.test.ts
 * computes the same sum without a browser. chromium-headless-shell does not request the icon, other browsers do.
 */
export const part: BenchmarkPart = {
  title: 'Bytes: the home page before any interaction',
  async measure() {
    await using server = await startBenchmarkServer()
    await using phone = await openEmulatedPhone()
    const kinds = new Map<string, string>()
    const bytes = new Map<string, number>()
    await phone.protocol.send('Network.enable')
    await phone.protocol.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
    phone.protocol.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
    phone.protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? 'Other'
      bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength)
    })
    await phone.page.goto(server.url, { waitUntil: 'networkidle' })
    await pause(2_500) // longer than the timeouts of the page's idle callbacks, so that the benchmark counts the requests that they send
    const all = [...bytes.values()].reduce((sum, value) => sum + value, 0)
    const figures = [...bytes].map(([kind, value]): BenchmarkFigure => {
      return { what: kind, value: value / KB, unit: 'kB', ...(kind === 'Script' && { atMost: MAX_SCRIPT }) }
    })
    return { figures: [...figures, { what: 'in all', value: all / KB, unit: 'kB', atMost: MAX_ALL }], notes: [] }
  },
}
