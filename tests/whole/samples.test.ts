import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLES } from '@site/contract/samples'
import { expect, test } from 'vitest'
import { contentSamples } from '../../website/app/content/samples.ts'
import { formatSampleWarnings } from '../../website/build/site-facts.ts'

const root = join(import.meta.dirname, '../..')

test('the README names every sample in bold, and nothing else', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const bold = [...readme.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name)
  expect(new Set(bold)).toEqual(new Set(Object.values(SAMPLES).map(({ name }) => name)))
})

test('product.json, from which the start and the doctor read them, lists the samples in the content of the website', () => {
  const built: unknown = JSON.parse(readFileSync(join(root, 'website/dist/product.json'), 'utf8'))
  expect(built).toMatchObject({ samples: contentSamples })
})

test('the build for a public SITE_URL warns of each sample in the content, and that for another address of none', () => {
  const site = { contentSamples: ['founders', 'demo-video'] as const }
  expect(formatSampleWarnings(site, { SITE_URL: 'https://fondly.example' })).toEqual([
    'Warning: founders: sample names and numbers: website/app/content/founders.ts',
    'Warning: demo video: a stand-in: website/app/brand.ts',
  ])
  for (const SITE_URL of [undefined, '', 'http://localhost:3000', 'http://127.0.0.1:3000'])
    expect(formatSampleWarnings(site, { SITE_URL })).toEqual([])
})
