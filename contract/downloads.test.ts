import { expect, test } from 'vitest'
import { getFallbackInstallerPaths, resolveTrustedDownloadLink } from './downloads.ts'

test('resolveTrustedDownloadLink returns null for a download link to a different origin than that of version.json', () => {
  const from = 'https://cdn.example.com/storage/v1/object/public/downloads/latest/version.json'
  const folder = 'https://cdn.example.com/storage/v1/object/public/downloads/'
  expect(resolveTrustedDownloadLink('Fondly.dmg', from)).toBe(`${folder}latest/Fondly.dmg`)
  expect(resolveTrustedDownloadLink('../0.9.2/Fondly.dmg', from)).toBe(`${folder}0.9.2/Fondly.dmg`)
  expect(resolveTrustedDownloadLink(`${folder}x.dmg`, from)).toBe(`${folder}x.dmg`)
  for (const link of [
    undefined,
    '',
    'https://evil.example/x.dmg',
    '//evil.example/x.dmg',
    'http://cdn.example.com/x.dmg',
    'https://cdn.example.com:444/x.dmg',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://cdn.example.com/0b7a',
    'http://[',
  ]) {
    expect(resolveTrustedDownloadLink(link, from)).toBeNull()
  }
})

test('resolveTrustedDownloadLink accepts an http download link when version.json was fetched over http from the same origin', () => {
  const from = 'http://localhost:3000/latest/version.json'
  expect(resolveTrustedDownloadLink('a.dmg', from)).toBe('http://localhost:3000/latest/a.dmg')
  expect(resolveTrustedDownloadLink('http://localhost:3001/a.dmg', from)).toBeNull()
})

test('resolveTrustedDownloadLink accepts a link into a trusted folder of another host, and no other link to that host', () => {
  const from = 'https://fondly.example/storage/v1/object/public/downloads/latest/version.json'
  const bases = ['https://cdn.example.com/app/']
  const link = 'https://cdn.example.com/app/1.4.0/Fondly.dmg'
  expect(resolveTrustedDownloadLink(link, from, bases)).toBe(link)
  expect(resolveTrustedDownloadLink('a.dmg', from, bases)).toBe(new URL('a.dmg', from).href)
  expect(resolveTrustedDownloadLink(link, from)).toBeNull()
  for (const other of ['https://cdn.example.com/Fondly.dmg', 'https://evil.example/app/Fondly.dmg']) {
    expect(resolveTrustedDownloadLink(other, from, bases)).toBeNull()
  }
})

test('getFallbackInstallerPaths puts the product name into the name of each download file', { tags: ['R7.9'] }, () => {
  expect(getFallbackInstallerPaths('Fondly')).toEqual({
    'windows-x64': 'latest/Fondly-Setup-x64.exe',
    'macos-intel': 'latest/Fondly-intel.dmg',
    'macos-silicon': 'latest/Fondly-arm64.dmg',
  })
  expect(getFallbackInstallerPaths('Dear & Prints')['macos-intel']).toBe('latest/Dear-Prints-intel.dmg')
})

test.each([
  ['Übrig & Été', 'Ubrig-Ete'],
  ['Løve & Co’s Prints!', 'L-ve-Co-s-Prints'],
  ['Память', 'app'],
])(
  'getFallbackInstallerPaths for product %s returns a file name of ASCII letters, digits and hyphens',
  (name, stem) => {
    expect(getFallbackInstallerPaths(name)['macos-intel']).toBe(`latest/${stem}-intel.dmg`)
  },
)
