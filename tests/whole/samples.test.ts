import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLES } from '@site/contract/samples'
import { expect, test } from 'vitest'
import { contentSamples } from '../../website/app/content/samples.ts'

const root = join(import.meta.dirname, '../..')

test('the names in bold in the README are those of the samples', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const bold = [...readme.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name)
  expect(new Set(bold)).toEqual(new Set(Object.values(SAMPLES).map(({ name }) => name)))
})

test('the build writes the ids of the remaining samples to product.json, which the server and doctor read', () => {
  const built: unknown = JSON.parse(readFileSync(join(root, 'website/dist/product.json'), 'utf8'))
  expect(built).toMatchObject({ samples: contentSamples })
})
