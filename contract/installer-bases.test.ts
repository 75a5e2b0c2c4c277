import * as v from 'valibot'
import { expect, test } from 'vitest'
import { installerBaseSchema, isUnderInstallerBase } from './installer-bases.ts'

test.each([
  'https://cdn.example.com/',
  'https://cdn.example.com/app/releases/',
  'https://cdn.example.com:8443/app/',
  'http://localhost:9000/files/',
  'http://127.0.0.1:9000/',
  'http://[::1]:9000/',
])('installerBaseSchema accepts %s', (base) => {
  expect(v.is(installerBaseSchema, base)).toBe(true)
})

test.each([
  '',
  'cdn.example.com/',
  '//cdn.example.com/',
  'https://cdn.example.com',
  'https://cdn.example.com/app',
  'https://cdn.example.com/app/?v=1',
  'https://cdn.example.com/app/#top/',
  'https://cdn.example.com/?/',
  'https://user@cdn.example.com/',
  'https://user:password@cdn.example.com/',
  'https://CDN.example.com/',
  'https://cdn.example.com/app/../',
  'http://cdn.example.com/',
  'http://localhost.example.com/',
  'http://10.0.0.1/',
  'ftp://cdn.example.com/',
  'javascript:/',
  'blob:https://cdn.example.com/',
])('installerBaseSchema rejects %j', (base) => {
  expect(v.is(installerBaseSchema, base)).toBe(false)
})

const bases = ['https://cdn.example.com/app/', 'http://localhost:9000/']

test.each([
  'https://cdn.example.com/app/1.4.0/Fondly.dmg',
  'https://cdn.example.com/app/Fondly.dmg?token=1',
  'https://CDN.example.com:443/app/x/../Fondly.dmg',
  'http://localhost:9000/Fondly.dmg',
])('%s is under a trusted base', (link) => {
  expect(isUnderInstallerBase(new URL(link), bases)).toBe(true)
})

test.each([
  'https://cdn.example.com/app',
  'https://cdn.example.com/apps/Fondly.dmg',
  'https://cdn.example.com/app/../other/Fondly.dmg',
  'https://cdn.example.com/app/%2e%2e/other/Fondly.dmg',
  'https://cdn.example.com/app/..%2fother/Fondly.dmg',
  'https://cdn.example.com/app/..%5Cother/Fondly.dmg',
  'https://cdn.example.com/app\\..\\..\\other/Fondly.dmg',
  'https://cdn.example.com/other/Fondly.dmg',
  'http://cdn.example.com/app/Fondly.dmg',
  'https://cdn.example.com:444/app/Fondly.dmg',
  'https://user@cdn.example.com/app/Fondly.dmg',
  'https://cdn.example.com.evil.example/app/Fondly.dmg',
  'https://evil.example/https://cdn.example.com/app/Fondly.dmg',
  'http://localhost:9001/Fondly.dmg',
  'javascript:alert("https://cdn.example.com/app/")',
  'blob:https://cdn.example.com/app/0b7a',
])('%s is under no trusted base', (link) => {
  expect(isUnderInstallerBase(new URL(link), bases)).toBe(false)
})

test('a base that is not valid is trusted for no URL', () => {
  expect(isUnderInstallerBase(new URL('https://cdn.example.com/x'), ['https://cdn.example.com'])).toBe(false)
  expect(isUnderInstallerBase(new URL('https://cdn.example.com/x'), ['', 'https:', 'https://'])).toBe(false)
})
