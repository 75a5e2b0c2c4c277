// Applies the build's `_headers` file with the rules of two static hosts (Cloudflare and Netlify), and compares the result with the
// headers that the server sends.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { BUILT_SITE_ORIGIN, listBuiltFiles, readBuiltFile } from './built-site.ts'

type Line = { remove: string } | { name: string; value: string }
type Rule = { path: string; lines: Line[] }

const text = readBuiltFile('/_headers').toString('utf8')
const rules = parseRules(text)

/** Response headers that are not compared, because the host sets them itself or because they describe a single transfer. */
const TRANSFER_HEADERS = [
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'keep-alive',
  'vary',
]

const addresses = listBuiltFiles()
  .filter((file) => !/\.(br|gz)$|^\/(404\.html|_headers|_redirects)$/.test(file))
  .map((file) => file.replace(/\/?index\.html$/, '') || '/')
const unknown = ['/nowhere', '/assets/nowhere-1a2b3c.js', '/download/nowhere']

let backend: TestBackend
beforeAll(async () => {
  backend = await startBackend({ env: { SITE_URL: BUILT_SITE_ORIGIN } })
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

/**
 * Returns the response headers that Cloudflare sets for a path. Cloudflare applies every rule that matches: `!` lines first, then
 * values, joined with the values of earlier rules.
 */
function onCloudflare(path: string): Record<string, string> {
  const headers = new Headers()
  for (const { lines } of matching(path)) {
    for (const line of lines) if ('remove' in line) headers.delete(line.remove)
    for (const line of lines) if ('name' in line) headers.append(line.name, line.value)
  }
  return Object.fromEntries(headers)
}

/**
 * Returns the response headers that Netlify sets for a path. Netlify takes the value of the last rule that matches and skips lines
 * without a colon.
 */
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
  const headers = Object.fromEntries(all.filter(([name]) => !TRANSFER_HEADERS.includes(name)))
  return { status: answer.status, headers }
}

test('the _headers file gives every page and file the headers of our server on Cloudflare and Netlify', async () => {
  expect(addresses.length).toBeGreaterThan(40)
  for (const path of addresses) {
    const { status, headers } = await onServer(path)
    expect(status, path).toBe(200)
    const { 'content-type': type, ...others } = onCloudflare(path)
    expect(others, path).toEqual(headers)
    // A host derives the types of all other files from their names.
    expect(type, path).toBe(path === '/speculationrules.json' ? 'application/speculationrules+json' : undefined)
    expect(onNetlify(path), path).toMatchObject(headers)
  }
})

test('on Cloudflare and Netlify, the _headers file gives an unknown path the headers of our own 404 page', async () => {
  for (const path of unknown) {
    const { status, headers } = await onServer(path)
    // The `_headers` file contains no `noindex` for unknown paths: a rule that matches all of them would apply to the other pages too,
    // and the status 404 of the page is enough to keep it out of search engines.
    const { 'x-robots-tag': robots, ...expected } = headers
    expect([status, robots], path).toEqual([404, 'noindex'])
    expect(onCloudflare(path), path).toEqual(expected)
    expect(onNetlify(path), path).toEqual(expected)
  }
  expect(listBuiltFiles()).toContain('/404.html')
})

test('_headers respects the limits of static hosts: 100 rules, 2,000 characters per line, no colon when removing a header', () => {
  expect(rules.length).toBeLessThanOrEqual(100)
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(2_000)
  expect(text.match(/^\s*!.*:/m)).toBeNull()
})

test('the server responds with 404 to a request for /_headers', async () => {
  expect((await onServer('/_headers')).status).toBe(404)
})
