import { readConfig } from '@site/backend/config'
import { expect, test } from 'vitest'
import { readShippingSettings } from '../site-settings.ts'
import { requireShippable } from './settings.ts'

test('shipping is off without SHIP_TO, and keeps a week by default', () => {
  expect(readShippingSettings({ AWS_REGION: 'eu-central-1' })).toBeNull()
  const key = 'k'.repeat(32)
  expect(readShippingSettings({ SHIP_TO: '/mnt/shipped', SHIP_KEY: ` ${key}` })).toEqual({
    store: { folder: '/mnt/shipped' },
    key,
    keepDays: 7,
  })
})

test('an unusable store is a ConfigError that names the variable', () => {
  expect(() => readShippingSettings({ SHIP_TO: 's3://bucket' })).toThrow('AWS_ACCESS_KEY_ID is not set')
  for (const key of [{}, { SHIP_KEY: 'k'.repeat(31) }])
    expect(() => readShippingSettings({ SHIP_TO: '/mnt', ...key })).toThrow('SHIP_KEY must be a random text')
  expect(() => readShippingSettings({ SHIP_KEY: 'short' })).toThrow('SHIP_KEY must be a random text')
  expect(() => readShippingSettings({ SHIP_TO: '/mnt', SHIP_KEEP_DAYS: '0' })).toThrow('SHIP_KEEP_DAYS must be')
})

test('requireShippable rejects another PostgreSQL server, a folder inside or around DATA_DIR, and one that is missing or no folder', () => {
  const require = (folder: string, env: Record<string, string> = {}) =>
    requireShippable({ store: { folder } }, readConfig({ DATA_DIR: '/srv/data', ...env }))
  for (const folder of ['/srv/data', '/srv/data/shipped', '/srv', '/srv/data/..shipped']) {
    expect(() => require(folder), folder).toThrow('SHIP_TO must be a folder outside DATA_DIR')
  }
  for (const folder of ['/srv/database', '/nonexistent', import.meta.filename]) {
    expect(() => require(folder), folder).toThrow('SHIP_TO must be a folder that exists')
  }
  for (const folder of ['/tmp', '/mnt']) expect(() => require(folder), folder).not.toThrow()
  expect(() => require('/mnt', { DATABASE_URL: 'postgres://h/d' })).toThrow(
    'SHIP_TO ships only the PostgreSQL of this server',
  )
})
