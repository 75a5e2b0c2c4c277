import { expect, test } from 'vitest'
import { brand } from './brand.ts'
import { structuredData } from './structured-data.ts'

test('the team, support and privacy email addresses are different and on the brand domain', { tags: ['R9.16'] }, () => {
  const { team, support, privacy } = brand.mailboxes
  expect(new Set([team, support, privacy]).size).toBe(3)
  for (const address of [team, support, privacy]) expect(address.endsWith(`@${brand.domain}`)).toBe(true)
})

test('brand name, title and description are within the lengths that search engines show in full', () => {
  expect(brand.name).toMatch(/^[\p{L}\p{N}](?:[^\p{C}\p{Zl}\p{Zp}]{0,29}[^\p{C}\p{Z}])?$/u)
  expect(`${brand.name} - ${brand.title}`.length).toBeLessThanOrEqual(65)
  expect(brand.title.toLowerCase()).not.toContain(brand.name.toLowerCase()) // or a preview says the name twice
  expect(brand.description.length).toBeLessThanOrEqual(165)
  expect(brand.domain).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
})

test('the schema.org structured data states the price as 0', { tags: ['R9.11'] }, () => {
  expect(JSON.stringify(structuredData('https://fondly.example'))).toMatch(/"price":"?0"?[,}]/)
})

test('the default demo video URL uses https', { tags: ['R2.20'] }, () => {
  expect(new URL(brand.demoVideo.url).protocol).toBe('https:')
})
