// The `_headers` file of the build, as two static hosts read it: each path gets the headers that this project's server gives it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, startBackend } from '../support/start-backend.ts'
import { builtFile, builtFiles, ORIGIN } from './built-site.ts'

type Line = { remove: string } | { name: string; value: string }
type Rule = { path: string; lines: Line[] }

const text = builtFile('/_headers').toString('utf8')
const rules = parseRules(text)

/** What the host decides itself, or the server says about one transfer. */
const OF_THE_TRANSFER = [
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'keep-alive',
  'vary',
]

const addresses = builtFiles()
  .filter((file) => !/\.(br|gz)$|^\/(404\.html|_headers)$/.test(file))
  .map((file) => file.replace(/\/?index\.html$/, '') || '/')
const unknown = ['/nowhere', '/assets/nowhere-1a2b3c.js', '/download/nowhere']

let backend: Backend
beforeAll(async () => {
  backend = await startBackend({ env: { SITE_URL: ORIGIN } })
})
afterAll(() => backend[Symbol.asyncDispose]())

function parseRules(file: string): Rule[] {
  return file.split(/^(?=\/)/m).map((block) => {
    const [path = '', ...lines] = block.trim().split('\n')
    return { path, lines: lines.map((each) => parseLine(each.trim())) }
  })
}

function parseLine(line: string): Line {
  if (line.startsWith('! ')) return { remove: line.slice(2) }
  const [name = '', ...value] = line.split(': ')
  return { name, value: value.join(': ') }
}

/** Cloudflare applies every rule that matches: `!` lines first, then values, joined with those of earlier rules. */
function onCloudflare(path: string): Record<string, string> {
  const headers = new Headers()
  for (const { lines } of matching(path)) {
    for (const line of lines) if ('remove' in line) headers.delete(line.remove)
    for (const line of lines) if ('name' in line) headers.append(line.name, line.value)
  }
  return Object.fromEntries(headers)
}

/** Netlify takes the value of the last rule that matches. It skips lines without a colon. */
function onNetlify(path: string): Record<string, string> {
  const lines = matching(path).flatMap(({ lines: own }) => own)
  return Object.fromEntries(lines.flatMap((line) => ('name' in line ? [[line.name, line.value]] : [])))
}

function matching(path: string): Rule[] {
  return rules.filter((rule) => rule.path === '/*' || rule.path === path)
}

async function onServer(path: string) {
  const answer = await fetch(backend.url + path)
  await answer.body?.cancel()
  const all = Object.entries(Object.fromEntries(answer.headers))
  const headers = Object.fromEntries(all.filter(([name]) => !OF_THE_TRANSFER.includes(name)))
  return { status: answer.status, headers }
}

test('every page and every file has the headers of the server on Cloudflare, and those and harmless ones on Netlify', async () => {
  expect(addresses.length).toBeGreaterThan(40)
  for (const path of addresses) {
    const { status, headers } = await onServer(path)
    expect(status, path).toBe(200)
    expect(onCloudflare(path), path).toEqual(headers)
    expect(onNetlify(path), path).toMatchObject(headers)
  }
})

test('an unknown path has the headers of a page, and no rule that keeps its answer in caches', async () => {
  for (const path of unknown) {
    const { status, headers } = await onServer(path)
    // A host answers 404.html; the status keeps it out of search engines, and a rule for all paths would keep out the pages too.
    const { 'x-robots-tag': robots, ...expected } = headers
    expect([status, robots], path).toEqual([404, 'noindex'])
    expect(onCloudflare(path), path).toEqual(expected)
    expect(onNetlify(path), path).toEqual(expected)
  }
  expect(builtFiles()).toContain('/404.html')
})

test('the file keeps to what the hosts take: 100 rules, 2000 characters a line, no colon in a removal', () => {
  expect(rules.length).toBeLessThanOrEqual(100)
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(2_000)
  expect(text.match(/^\s*!.*:/m)).toBeNull()
})

test('the server does not serve the file', async () => {
  expect((await onServer('/_headers')).status).toBe(404)
})
