import { readConfig } from '@site/backend/config'
import { expect, test } from 'vitest'
import { readShippingSettings } from '../site-settings.ts'
import { requireShippable } from './settings.ts'

test('shipping is off without SHIP_TO, and keeps a week by default', () => {
  expect(readShippingSettings({ AWS_REGION: 'eu-central-1' })).toBeNull()
  expect(readShippingSettings({ SHIP_TO: '/mnt/shipped' })).toEqual({ place: { folder: '/mnt/shipped' }, keepDays: 7 })
})

test('an unusable place is a ConfigError that names the variable', () => {
  expect(() => readShippingSettings({ SHIP_TO: 's3://bucket' })).toThrow('AWS_ACCESS_KEY_ID is not set')
  expect(() => readShippingSettings({ SHIP_TO: '/mnt', SHIP_KEEP_DAYS: '0' })).toThrow('SHIP_KEEP_DAYS must be')
})

test('requireShippable rejects a database that is not embedded, and a folder inside or around DATA_DIR', () => {
  const require = (folder: string, env: Record<string, string> = {}) =>
    requireShippable({ place: { folder }, keepDays: 7 }, readConfig({ DATA_DIR: '/srv/data', ...env }))
  for (const folder of ['/srv/data', '/srv/data/shipped', '/srv', '/srv/data/..shipped']) {
    expect(() => require(folder), folder).toThrow('SHIP_TO must be a folder outside DATA_DIR')
  }
  for (const folder of ['/srv/database', '/srv/shipped', '/mnt']) expect(() => require(folder), folder).not.toThrow()
  expect(() => require('/mnt', { DATABASE_URL: 'postgres://h/d' })).toThrow('SHIP_TO ships the embedded database only')
})
