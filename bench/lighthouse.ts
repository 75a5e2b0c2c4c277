import { function as callable, nullable, number, object, optional, parse, record, string } from 'valibot'
import { launchChrome } from './chrome.ts'
import { toolFile } from './tools/install.ts'

/** The four categories that are judged, as Lighthouse names them. */
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** All that the score of performance is made of; the other audits of that category only advise. */
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

/** What Lighthouse saw of a page: scores of 100, times in milliseconds. */
export type View = {
  scores: Record<string, number>
  fcp: number
  lcp: number
  tbt: number
  cls: number
  /** The audits below their full score, where they were all asked for. */
  flaws: string[]
}

/** A browser for Lighthouse, which empties its caches before each look; gone when disposed. */
export async function openLighthouse(): Promise<AsyncDisposable & { look: typeof look }> {
  const { default: lighthouse } = parse(lighthouseModule, await import(toolFile('lighthouse/core/index.js')))
  const chrome = await launchChrome()
  /**
   * A look at a page as a phone, with simulated throttling. Everything that is judged takes three times as long as the
   * times alone, from which the score of performance is made.
   */
  return { look, [Symbol.asyncDispose]: () => chrome[Symbol.asyncDispose]() }

  async function look(url: string, what: 'everything' | 'times', isSecond = false): Promise<View> {
    const asked = what === 'everything' ? { onlyCategories: [...CATEGORIES] } : { onlyAudits: METRICS }
    const { lhr } = parse(report, await lighthouse(url, { port: chrome.port, logLevel: 'error', ...asked }))
    const unseen = METRICS.filter((audit) => lhr.audits[audit]?.numericValue === undefined)
    if (unseen.length > 0) {
      const why = unseen.map((audit) => `${audit}: ${lhr.audits[audit]?.errorMessage ?? 'no figure'}`).join(', ')
      // On a busy machine a browser's trace now and then lacks what a figure is made from.
      if (isSecond) throw new Error(`Lighthouse saw ${url} without ${why}`)
      console.error(`  looking at ${url} again, ${why}`)
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
