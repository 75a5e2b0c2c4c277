import { occupyCore } from '../busy-core.ts'
import { type BenchmarkFigure, type BenchmarkPart, median } from '../figures.ts'
import { LIGHTHOUSE_CATEGORIES, type LighthouseResult, openLighthouse } from '../lighthouse.ts'
import { startBenchmarkServer, startScriptlessServer } from '../server.ts'

const PAGES = ['/', '/download', '/terms', '/privacy']
// The blocking time varies by 40 ms between runs, so nine runs are needed for a stable median; with three it would be random.
const ROUNDS = 9
const BUSY_ROUNDS = 5
/** The pages with a limit beside the bare page. */
const AS_FAST_AS_BARE = ['/', '/download']

/**
 * Runs Lighthouse for a phone with simulated throttling, alternately on every page, on a copy of the page without its scripts, and on a bare
 * page with the same headline and one picture; then on the page and the bare page while another program keeps one core busy.
 * `first-view:/terms` measures only that page.
 */
export const part: BenchmarkPart = {
  title: 'First view: Lighthouse, mobile',
  async measure(only) {
    const pages = only === undefined ? PAGES : PAGES.filter((page) => page === only)
    if (pages.length === 0) throw new Error(`"${only}" is none of the pages: ${PAGES.join(', ')}.`)
    await using server = await startBenchmarkServer()
    await using stripped = await startScriptlessServer()
    await using lighthouse = await openLighthouse()
    const figures: BenchmarkFigure[] = []
    const notes: string[] = []
    for (const page of pages) {
      const bareUrl = `${stripped.url}/bare${page === '/' ? '' : page}`
      const views: Views = { ours: [], scriptless: [], bare: [], busy: [], busyBare: [] }
      for (let round = 0; round < ROUNDS; round += 1) {
        // The other Lighthouse categories give the same result in every round and take three times as long, so they run in the first
        // round only.
        views.ours.push(await lighthouse.look(server.url + page, round === 0 ? 'everything' : 'times'))
        views.scriptless.push(await lighthouse.look(stripped.url + page, 'times'))
        views.bare.push(await lighthouse.look(bareUrl, 'times'))
        console.error(`  ${page}, ${round + 1} of ${ROUNDS}`)
      }
      {
        await using _core = occupyCore()
        for (let round = 0; round < BUSY_ROUNDS; round += 1) {
          views.busy.push(await lighthouse.look(server.url + page, round === 0 ? 'everything' : 'times'))
          views.busyBare.push(await lighthouse.look(bareUrl, 'times'))
        }
      }
      figures.push(...figuresOf(page, views))
      notes.push(`${page} is below full marks in: ${views.ours[0]?.flaws.join(', ') || 'nothing'}.`)
    }
    return { figures, notes }
  },
}

/**
 * Lighthouse results of the page (`ours`), of a copy without its scripts (`scriptless`), and of a page with the same headline and one picture
 * (`bare`). `busy` and `busyBare` are those of the page and of the bare page while another process occupies one CPU core.
 */
type Views = Record<'ours' | 'scriptless' | 'bare' | 'busy' | 'busyBare', LighthouseResult[]>
type Time = 'fcp' | 'lcp' | 'tbt'

function figuresOf(page: string, { ours, scriptless, bare, busy, busyBare }: Views): BenchmarkFigure[] {
  const of = (views: readonly LighthouseResult[], time: Time) => median(views.map((view) => view[time]))
  const score = (views: readonly LighthouseResult[], name: string) =>
    median(views.flatMap((view) => view.scores[name] ?? []))
  const scores = (what: string, views: readonly LighthouseResult[]) =>
    LIGHTHOUSE_CATEGORIES.map((name): BenchmarkFigure => {
      return { what: `${what} ${name}`, value: score(views, name), unit: 'of 100', atLeast: 100 }
    })
  const milliseconds = (views: readonly LighthouseResult[], time: Time) => `${Math.round(of(views, time))} ms`
  const ratio = (what: string, time: Time, other: readonly LighthouseResult[], limit: { atMost?: number }) => {
    const beside = `${milliseconds(ours, time)} and ${milliseconds(other, time)}`
    return { what: `${page} ${what}`, value: of(ours, time) / of(other, time), unit: 'times', ...limit, beside }
  }
  const blocking = of(ours, 'tbt') - of(scriptless, 'tbt')
  return [
    ...scores(page, ours),
    ratio('first contentful paint / without script', 'fcp', scriptless, { atMost: 1.1 }),
    ratio('largest contentful paint / without script', 'lcp', scriptless, { atMost: 1.2 }),
    ratio('largest contentful paint / bare page', 'lcp', bare, AS_FAST_AS_BARE.includes(page) ? { atMost: 1.15 } : {}),
    { what: `${page} blocking time, more than without script`, value: blocking, unit: 'ms', atMost: 30 },
    { what: `${page} layout shift`, value: Math.max(...ours.map(({ cls }) => cls)), unit: '', atMost: 0 },
    ...scores(`${page} on a busy machine:`, busy),
    {
      what: `${page} on a busy machine: blocking time`,
      value: of(busy, 'tbt'),
      unit: 'ms',
      beside: `a bare page: ${milliseconds(busyBare, 'tbt')}, performance ${score(busyBare, 'performance')}`,
    },
  ]
}
