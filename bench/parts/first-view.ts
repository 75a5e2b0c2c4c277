import { occupyCore } from '../busy-core.ts'
import { type BenchmarkFigure, type BenchmarkPart, median } from '../figures.ts'
import { LIGHTHOUSE_CATEGORIES, type LighthouseResult, openLighthouse } from '../lighthouse.ts'
import { startBenchmarkServer } from '../server.ts'
import { startScriptlessServer } from '../stripped.ts'

const PAGES = ['/', '/download', '/terms', '/privacy']
// The blocking time varies by 40 ms between runs, so nine runs are needed for a stable median; with three it would be random.
const ROUNDS = 9
const BUSY_ROUNDS = 5
/** The pages whose HTML contains the fonts and pictures of the first view. The limit beside the bare page is for these pages. */
const INLINE_FIRST_VIEW = ['/']

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
      const bareAddress = `${stripped.url}/bare${page === '/' ? '' : page}`
      const ours: LighthouseResult[] = []
      const without: LighthouseResult[] = []
      const bare: LighthouseResult[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        // The other Lighthouse categories give the same result in every round and take three times as long, so they run in the first
        // round only.
        ours.push(await lighthouse.look(server.url + page, round === 0 ? 'everything' : 'times'))
        without.push(await lighthouse.look(stripped.url + page, 'times'))
        bare.push(await lighthouse.look(bareAddress, 'times'))
        console.error(
          `  ${page}, ${round + 1} of ${ROUNDS}: ${latest(ours)}; without script ${latest(without)}; bare ${latest(bare)}`,
        )
      }
      const busy: LighthouseResult[] = []
      const busyBare: LighthouseResult[] = []
      {
        await using _core = occupyCore()
        for (let round = 0; round < BUSY_ROUNDS; round += 1) {
          busy.push(await lighthouse.look(server.url + page, round === 0 ? 'everything' : 'times'))
          busyBare.push(await lighthouse.look(bareAddress, 'times'))
        }
      }
      figures.push(
        ...figuresOf(page, ours, without),
        ...figuresBesideBarePage(page, ours, bare),
        ...busyFigures(page, busy, busyBare),
      )
      notes.push(`${page} is below full marks in: ${ours[0]?.flaws.join(', ') || 'nothing'}.`)
    }
    return { figures, notes }
  },
}

function latest(views: readonly LighthouseResult[]): string {
  const view = views.at(-1)
  if (!view) return 'not seen'
  const [first, largest, blocked] = [view.fcp, view.lcp, view.tbt].map(Math.round)
  return `${view.scores['performance']} (first ${first}, largest ${largest}, blocked ${blocked} ms)`
}

function of(views: readonly LighthouseResult[], value: (view: LighthouseResult) => number): number {
  return median(views.map(value))
}

function scoreFigures(what: string, views: readonly LighthouseResult[]): BenchmarkFigure[] {
  return LIGHTHOUSE_CATEGORIES.map((name): BenchmarkFigure => {
    const seen = views.flatMap((view) => view.scores[name] ?? [])
    return { what: `${what} ${name}`, value: median(seen), unit: 'of 100', atLeast: 100 }
  })
}

function figuresBesideBarePage(
  page: string,
  ours: readonly LighthouseResult[],
  bare: readonly LighthouseResult[],
): BenchmarkFigure[] {
  const lcp = ({ lcp: value }: LighthouseResult) => value
  const limit = INLINE_FIRST_VIEW.includes(page) ? { atMost: 1.15 } : {}
  return [
    { what: `${page} largest contentful paint of the bare page`, value: of(bare, lcp), unit: 'ms' },
    {
      what: `${page} largest contentful paint`,
      value: of(ours, lcp) / of(bare, lcp),
      unit: 'times',
      ...limit,
      beside: `a bare page with one picture: ${Math.round(of(bare, lcp))} ms`,
    },
  ]
}

function busyFigures(
  page: string,
  busy: readonly LighthouseResult[],
  bare: readonly LighthouseResult[],
): BenchmarkFigure[] {
  const name = `${page} on a busy machine:`
  const tbt = ({ tbt: value }: LighthouseResult) => value
  const score = of(bare, ({ scores }) => scores['performance'] ?? 0)
  const beside = `a bare page with one picture: ${Math.round(of(bare, tbt))} ms, performance ${score}`
  return [...scoreFigures(name, busy), { what: `${name} blocking time`, value: of(busy, tbt), unit: 'ms', beside }]
}

function figuresOf(
  page: string,
  ours: readonly LighthouseResult[],
  without: readonly LighthouseResult[],
): BenchmarkFigure[] {
  const ratio = (value: (view: LighthouseResult) => number) => of(ours, value) / of(without, value)
  const bare = median(without.flatMap((view) => view.scores['performance'] ?? []))
  const beside = (value: (view: LighthouseResult) => number) =>
    `the same page without script: ${Math.round(of(without, value))} ms`
  const fcp = ({ fcp: value }: LighthouseResult) => value
  const lcp = ({ lcp: value }: LighthouseResult) => value
  const tbt = ({ tbt: value }: LighthouseResult) => value
  return [
    ...scoreFigures(page, ours),
    { what: `${page} performance without script`, value: bare, unit: 'of 100' },
    { what: `${page} first contentful paint`, value: of(ours, fcp), unit: 'ms' },
    { what: `${page} first contentful paint`, value: ratio(fcp), unit: 'times', atMost: 1.1, beside: beside(fcp) },
    { what: `${page} largest contentful paint`, value: of(ours, lcp), unit: 'ms' },
    { what: `${page} largest contentful paint`, value: ratio(lcp), unit: 'times', atMost: 1.2, beside: beside(lcp) },
    {
      what: `${page} blocking time, more than without script`,
      value: of(ours, tbt) - of(without, tbt),
      unit: 'ms',
      atMost: 30,
      beside: beside(tbt),
    },
    { what: `${page} layout shift`, value: Math.max(...ours.map(({ cls }) => cls)), unit: '', atMost: 0 },
  ]
}
