import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('VITE_SUPABASE_URL', undefined)
  vi.stubEnv('VITE_DOWNLOADS_URL', undefined)
})

test('without VITE_ settings, the backend URL and the downloads URL are on the origin of the page', async () => {
  expect({ ...(await import('./addresses.ts')) }).toMatchObject({
    backendUrl: '',
    downloadsUrl: '/storage/v1/object/public/downloads/latest/',
  })
})

test('VITE_SUPABASE_URL is also the base of the downloads URL, without trailing slashes and surrounding spaces', async () => {
  vi.stubEnv('VITE_SUPABASE_URL', ' https://db.example.com/base// ')
  expect({ ...(await import('./addresses.ts')) }).toMatchObject({
    backendUrl: 'https://db.example.com/base',
    downloadsUrl: 'https://db.example.com/base/storage/v1/object/public/downloads/latest/',
  })
})

test('VITE_DOWNLOADS_URL overrides the base URL of the downloads, without trailing slashes', async () => {
  vi.stubEnv('VITE_DOWNLOADS_URL', 'https://cdn.example.com/fondly//')
  expect((await import('./addresses.ts')).downloadsUrl).toBe('https://cdn.example.com/fondly/')
})
