import { expect, test } from 'vitest'
import { getPublicDownloadsUrl } from './public-address.ts'

const FOLDER = '/storage/v1/object/public/downloads/'
const product = { downloadsBucket: 'downloads', siteUrl: 'https://built.example' }

test('getPublicDownloadsUrl prefers the downloads of the build, Supabase, SITE_URL, an https connection and the build’s site, in this order', () => {
  const local = 'http://localhost:3000'
  const withSupabase = { ...product, supabaseUrl: 'https://x.supabase.example' }
  const withDownloads = { ...withSupabase, downloadsUrl: 'https://cdn.example.com/app/latest//' }
  const env = { SITE_URL: ' https://set.example/ ' }
  expect(getPublicDownloadsUrl(withDownloads, env, local)).toBe('https://cdn.example.com/app/')
  expect(getPublicDownloadsUrl(withSupabase, env, local)).toBe(`https://x.supabase.example${FOLDER}`)
  expect(getPublicDownloadsUrl(product, env, 'https://connected.example')).toBe(`https://set.example${FOLDER}`)
  expect(getPublicDownloadsUrl(product, { SITE_URL: ' ' }, 'https://connected.example')).toBe(
    `https://connected.example${FOLDER}`,
  )
  expect(getPublicDownloadsUrl(product, {}, local)).toBe(`https://built.example${FOLDER}`)
  expect(getPublicDownloadsUrl({ downloadsBucket: 'downloads' }, {}, local)).toBe(`${local}${FOLDER}`)
})
