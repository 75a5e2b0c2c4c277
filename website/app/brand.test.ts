import { expect, test } from 'vitest'
import { brand } from './brand.ts'
import { structuredData } from './structured-data.ts'

test('team, support and privacy have different mailboxes at the product’s domain', () => {
  const { team, support, privacy } = brand.mailboxes
  expect(new Set([team, support, privacy]).size).toBe(3)
  for (const address of [team, support, privacy]) expect(address.endsWith(`@${brand.domain}`)).toBe(true)
})

test('name, tagline and description are short enough to be shown in full by search engines', () => {
  expect(brand.name).toMatch(/^[\p{L}\p{N}](?:[^\p{C}\p{Zl}\p{Zp}]{0,29}[^\p{C}\p{Z}])?$/u)
  expect(`${brand.name} - ${brand.tagline.replace(/\.$/, '')}`.length).toBeLessThanOrEqual(65)
  expect(brand.description.length).toBeLessThanOrEqual(165)
  expect(brand.domain).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
})

test('the structured data has the price 0', () => {
  expect(JSON.stringify(structuredData('https://fondly.example'))).toMatch(/"price":"?0"?[,}]/)
})

test('the demo video has an https URL by default', () => {
  expect(new URL(brand.demoVideo.url).protocol).toBe('https:')
})
