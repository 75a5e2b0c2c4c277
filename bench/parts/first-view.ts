import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { nullable, number, object, parse } from 'valibot'
import { ensureBrowser } from '../../tests/support/browser.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type Figure, median, type Part } from '../figures.ts'
import { startServer } from '../server.ts'
import { toolFile } from '../tools/install.ts'

const PAGES = ['/', '/download', '/terms', '/privacy']
const ROUNDS = 3

const score = object({ score: nullable(number()) })
const timing = object({ numericValue: number() })
const report = object({
  categories: object({ performance: score, accessibility: score, 'best-practices': score, seo: score }),
  audits: object({
    'first-contentful-paint': timing,
    'largest-contentful-paint': timing,
    'total-blocking-time': timing,
    'cumulative-layout-shift': timing,
  }),
})

type View = { scores: number[]; fcp: number; lcp: number; tbt: number; cls: number }

/** Lighthouse as a phone (simulated throttling) on every page, and on the same page with its script taken out, in turns. */
export const part: Part = {
  title: 'First view: Lighthouse, mobile',
  async measure() {
    await using server = await startServer()
    await using stripped = await startStripped()
    const figures: Figure[] = []
    for (const page of PAGES) {
      const ours: View[] = []
      const without: View[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        ours.push(await look(server.url + page))
        without.push(await look(stripped.url + page))
      }
      figures.push(...figuresOf(page, ours, without))
    }
    return { figures, notes: [] }
  },
}

function figuresOf(page: string, ours: readonly View[], without: readonly View[]): Figure[] {
  const of = (views: readonly View[], value: (view: View) => number) => median(views.map(value))
  const ratio = (value: (view: View) => number) => of(ours, value) / of(without, value)
  const names = ['performance', 'accessibility', 'best practices', 'search']
  const scores = names.map((name, index): Figure => {
    return {
      what: `${page} ${name}`,
      value: of(ours, ({ scores }) => scores[index] ?? 0),
      unit: 'of 100',
      atLeast: 100,
    }
  })
  const beside = 'the same page without script'
  return [
    ...scores,
    { what: `${page} first contentful paint`, value: of(ours, ({ fcp }) => fcp), unit: 'ms' },
    { what: `${page} first contentful paint`, value: ratio(({ fcp }) => fcp), unit: 'times', atMost: 1.1, beside },
    { what: `${page} largest contentful paint`, value: of(ours, ({ lcp }) => lcp), unit: 'ms' },
    { what: `${page} largest contentful paint`, value: ratio(({ lcp }) => lcp), unit: 'times', atMost: 1.2, beside },
    {
      what: `${page} blocking time, more than`,
      value: of(ours, ({ tbt }) => tbt) - of(without, ({ tbt }) => tbt),
      unit: 'ms',
      atMost: 30,
      beside,
    },
    { what: `${page} layout shift`, value: of(ours, ({ cls }) => cls), unit: '', atMost: 0 },
  ]
}

async function look(url: string): Promise<View> {
  const flags = ['--output=json', '--quiet', '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage']
  const child = spawn(process.execPath, [toolFile('lighthouse/cli/index.js'), url, ...flags], {
    env: { ...process.env, CHROME_PATH: await ensureBrowser() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'close')
  const output = (await child.stdout.setEncoding('utf8').toArray()).join('')
  await gone
  const { categories, audits } = parse(report, JSON.parse(output))
  return {
    scores: Object.values(categories).map(({ score: value }) => Math.round((value ?? 0) * 100)),
    fcp: audits['first-contentful-paint'].numericValue,
    lcp: audits['largest-contentful-paint'].numericValue,
    tbt: audits['total-blocking-time'].numericValue,
    cls: audits['cumulative-layout-shift'].numericValue,
  }
}

async function startStripped() {
  await using onTheWay = new AsyncDisposableStack()
  const data = onTheWay.use(await temporaryFolder('bench-'))
  const build = onTheWay.use(await temporaryFolder('stripped-'))
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../stripped-server.ts'), build.path], {
    env: { ...process.env, PORT: String(port), DATA_DIR: data.path },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTheWay.defer(async () => {
    const gone = once(child, 'exit')
    child.kill()
    await gone
  })
  await once(child.stdout, 'data')
  const leftovers = onTheWay.move()
  return { url: `http://localhost:${port}`, [Symbol.asyncDispose]: () => leftovers.disposeAsync() }
}
