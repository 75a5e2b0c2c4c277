import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { allowedOrigins } from './cors.ts'

test('on loopback every usual name of the machine may call', () => {
  expect([...allowedOrigins(readConfig({ PORT: '4000' }))]).toEqual([
    'http://localhost:4000',
    'http://127.0.0.1:4000',
    'http://[::1]:4000',
  ])
})

test('elsewhere only the site and the origins that were named', () => {
  const config = readConfig({
    SITE_URL: 'https://fondly.example',
    AUTH_ADDITIONAL_REDIRECT_URLS: 'https://beta.fondly.example/welcome, https://*.fondly.example/**, fondly://open',
  })
  expect([...allowedOrigins(config)]).toEqual(['https://fondly.example', 'https://beta.fondly.example'])
})
