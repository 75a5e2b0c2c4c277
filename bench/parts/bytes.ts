import { setTimeout as pause } from 'node:timers/promises'
import { openPhone } from '../browser.ts'
import type { Figure, Part } from '../figures.ts'
import { startServer } from '../server.ts'

const KB = 1_000
/** By the browser's name of a kind of thing; the limits are those of tests/whole/first-load.test.ts, which builds fail on. */
const LIMITS: Record<string, number> = { Script: 80, Image: 12, Font: 30 }

/**
 * What the home page costs on the wire before anybody touches it, as a browser counts it: every byte of every answer over
 * HTTP/1.1, headers included, until the page has been quiet. tests/whole/first-load.test.ts counts the same without one. A browser
 * without a window (chromium-headless-shell) leaves out the icon, a browser with one fetches it.
 */
export const part: Part = {
  title: 'Bytes: the home page before any interaction',
  async measure() {
    await using server = await startServer()
    await using phone = await openPhone()
    const kinds = new Map<string, string>()
    const bytes = new Map<string, number>()
    await phone.protocol.send('Network.enable')
    phone.protocol.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
    phone.protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? 'Other'
      bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength)
    })
    await phone.page.goto(server.url, { waitUntil: 'networkidle' })
    await pause(2_500) // longer than anything waits for an idle browser
    const all = [...bytes.values()].reduce((sum, value) => sum + value, 0)
    const figures = [...bytes].map(([kind, value]): Figure => {
      const limit = LIMITS[kind]
      return { what: kind, value: value / KB, unit: 'kB', ...(limit === undefined ? {} : { atMost: limit }) }
    })
    return { figures: [...figures, { what: 'in all', value: all / KB, unit: 'kB', atMost: 130 }], notes: [] }
  },
}
