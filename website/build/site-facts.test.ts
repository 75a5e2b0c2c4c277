import { expect, test } from 'vitest'
import { formatSampleWarnings } from './site-facts.ts'

test('the build for a public SITE_URL warns of each sample in the content, and that for another address of none', () => {
  const site = { contentSamples: ['founders', 'demo-video'] as const }
  expect(formatSampleWarnings(site, { SITE_URL: 'https://fondly.example' })).toEqual([
    'Warning: founders: sample names and numbers: website/app/content/founders.ts',
    'Warning: demo video: a stand-in: website/app/brand.ts',
  ])
  for (const SITE_URL of [undefined, '', 'http://localhost:3000', 'http://127.0.0.1:3000'])
    expect(formatSampleWarnings(site, { SITE_URL })).toEqual([])
})
