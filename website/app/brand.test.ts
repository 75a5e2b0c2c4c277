import { expect, test } from 'vitest'
import { brand } from './brand.ts'
import { structuredData } from './structured-data.ts'

test('team, support and privacy each have a mailbox at the domain of the product', () => {
  const { team, support, privacy } = brand.mailboxes
  expect(new Set([team, support, privacy]).size).toBe(3)
  for (const address of [team, support, privacy]) expect(address.endsWith(`@${brand.domain}`)).toBe(true)
})

test('name, tagline and description are short enough for search engines to show them whole', () => {
  expect(brand.name).toMatch(/^[\p{L}\p{N}](?:[^\p{C}\p{Zl}\p{Zp}]{0,29}[^\p{C}\p{Z}])?$/u)
  expect(`${brand.name} - ${brand.tagline.replace(/\.$/, '')}`.length).toBeLessThanOrEqual(65)
  expect(brand.description.length).toBeLessThanOrEqual(165)
  expect(brand.domain).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
})

test('the price is 0, also to those who read the page by program', () => {
  expect(JSON.stringify(structuredData('https://fondly.example'))).toMatch(/"price":"?0"?[,}]/)
})

test('the demo video is a hosted one unless another is set', () => {
  expect(new URL(brand.demoVideo.url).protocol).toBe('https:')
})
