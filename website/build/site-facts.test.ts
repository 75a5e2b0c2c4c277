import { expect, test } from 'vitest'
import { checkSampleContent } from './site-facts.ts'

const PUBLIC = [
  'https://fondly.example',
  'https://www.example.com',
  'http://192.0.2.1',
  'https://localhost.example.com',
]
const LOCAL = [undefined, '', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']

test('checkSampleContent returns a warning for each sample when SITE_URL is public, and none when it is local', () => {
  const site = { contentSamples: ['founders', 'demo-video'] as const }
  for (const SITE_URL of PUBLIC)
    expect(checkSampleContent(site, { SITE_URL })).toEqual([
      'Warning: founders: sample names and numbers: website/app/content/founders.ts',
      'Warning: demo video: a stand-in: website/app/brand.ts',
    ])
  for (const SITE_URL of LOCAL) expect(checkSampleContent(site, { SITE_URL })).toEqual([])
})

test('checkSampleContent throws when letGo is undecided and SITE_URL is public', () => {
  const site = { contentSamples: ['let-go'] as const }
  for (const SITE_URL of PUBLIC)
    expect(() => checkSampleContent(site, { SITE_URL }), SITE_URL).toThrow(
      'set letGo in website/app/content/promises.ts',
    )
  for (const SITE_URL of LOCAL) expect(checkSampleContent(site, { SITE_URL })).toEqual([])
})
