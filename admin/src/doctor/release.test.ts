import { afterEach, expect, test, vi } from 'vitest'
import type { ServerStatus } from '../server-status.ts'
import { createSiteClient } from '../site.ts'
import type { DoctorFinding } from './finding.ts'
import { checkPublishedRelease } from './release.ts'

const site = createSiteClient({ SUPABASE_URL: 'http://localhost:1', SUPABASE_SECRET_KEY: 'sb_secret_of-this-test' })
const platforms = ['windows-x64', 'macos-intel', 'macos-silicon']
const each = <T>(value: (platform: string) => T) => Object.fromEntries(platforms.map((name) => [name, value(name)]))
const release = {
  version: '1.0.0',
  releaseDate: '2026-03-05',
  downloads: each((name) => `https://cdn.example.com/app/${name}`),
  size: each(() => 1000),
}

const status: ServerStatus = {
  database: { isOwn: true, address: null, state: null },
  otherDatabase: null,
  siteUrl: 'http://localhost:1',
  sendsMail: false,
  mailFrom: null,
  domain: 'fondly.example',
  trustsProxies: false,
  untrustedProxy: false,
  globalLimitsReached: {},
  samples: [],
  downloadsBucket: 'downloads',
  changedMigrations: [],
  installerBases: [],
  shipping: null,
  disk: { freeBytes: 1, totalBytes: 1 },
  node: 'v24',
  upSeconds: 1,
}

async function check(of: ServerStatus) {
  const findings: DoctorFinding[] = []
  for await (const each of checkPublishedRelease({ site, status: of, publishableKey: null, env: {} }))
    findings.push(each)
  return findings
}

/** Answers requests for version.json, for the release keys, which the site does not have, and HEAD requests for installers with `length`. */
function answer(length: number) {
  vi.stubGlobal('fetch', async (url: string | URL) => {
    if (String(url).endsWith('version.json')) return Response.json(release)
    if (String(url).endsWith('.pub')) return new Response(null, { status: 404 })
    return new Response(null, { headers: { 'content-length': String(length) } })
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the release check accepts installers on a host that the site trusts, and compares their sizes', async () => {
  const trusting = { ...status, installerBases: ['https://cdn.example.com/app/'] }
  answer(1000)
  expect(await check(trusting)).toMatchObject([{ state: 'ok', text: '1.0.0, with all three files' }])
  answer(999)
  expect(await check(trusting)).toMatchObject([
    { state: 'broken', text: expect.stringContaining('macos-intel: the length of the file differs') },
  ])
})

test('the release check reports installers on a host that the site does not trust as missing links', async () => {
  answer(1000)
  expect(await check(status)).toMatchObject([
    { state: 'broken', text: 'windows-x64 has no link; macos-intel has no link; macos-silicon has no link' },
  ])
})
