import { function as callable, nullable, number, object, optional, parse, record, string } from 'valibot'
import { launchChrome } from './chrome.ts'
import { resolveToolFile } from './tools/install.ts'

/** Lighthouse's four score categories. */
export const LIGHTHOUSE_CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** The audits that determine the performance score; the other audits of that category have no weight. */
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
]

const lighthouseModule = object({ default: callable() })
const report = object({
  lhr: object({
    categories: record(string(), object({ score: nullable(number()) })),
    audits: record(
      string(),
      object({ score: nullable(number()), numericValue: optional(number()), errorMessage: optional(string()) }),
    ),
  }),
})

/** The result of a Lighthouse run: scores from 0 to 100, times in milliseconds. */
export type LighthouseResult = {
  scores: Record<string, number>
  fcp: number
  lcp: number
  tbt: number
  cls: number
  /** The Lighthouse audits below their full score. The list is complete only for a run of all categories. */
  flaws: string[]
}

/** Starts a browser for Lighthouse, which clears the browser's caches before each run. Disposing stops it. */
export async function openLighthouse(): Promise<AsyncDisposable & { look: typeof look }> {
  const { default: lighthouse } = parse(lighthouseModule, await import(resolveToolFile('lighthouse/core/index.js')))
  const chrome = await launchChrome()
  /**
   * Runs Lighthouse on a page as a phone with simulated throttling. `everything` runs all categories and takes three times as long
   * as `times`, which runs only the audits of the performance score.
   */
  return { look, [Symbol.asyncDispose]: () => chrome[Symbol.asyncDispose]() }

  async function look(url: string, what: 'everything' | 'times', isSecond = false): Promise<LighthouseResult> {
    const selection = what === 'everything' ? { onlyCategories: [...LIGHTHOUSE_CATEGORIES] } : { onlyAudits: METRICS }
    const { lhr } = parse(report, await lighthouse(url, { port: chrome.port, logLevel: 'error', ...selection }))
    const missing = METRICS.filter((audit) => lhr.audits[audit]?.numericValue === undefined)
    if (missing.length > 0) {
      const why = missing.map((audit) => `${audit}: ${lhr.audits[audit]?.errorMessage ?? 'no value'}`).join(', ')
      // On a busy machine, the browser's trace occasionally lacks the events of a metric. Lighthouse is then run once more.
      if (isSecond) throw new Error(`Lighthouse returned no metric for ${url} twice: ${why}`)
      console.error(`  repeating Lighthouse for ${url}: ${why}`)
      return look(url, what, true)
    }
    const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
    const scores = Object.entries(lhr.categories).map(([name, { score }]): [string, number] => {
      return [name, Math.round((score ?? 0) * 100)]
    })
    return {
      scores: Object.fromEntries(scores),
      fcp: value('first-contentful-paint'),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      flaws: Object.keys(lhr.audits).filter((audit) => (lhr.audits[audit]?.score ?? 1) < 1),
    }
  }
}
