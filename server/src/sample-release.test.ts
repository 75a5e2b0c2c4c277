import { createHash } from 'node:crypto'
import { fallbackFilePaths, releaseSchema, trustedLink } from '@site/contract/release'
import { parse } from 'valibot'
import { expect, test } from 'vitest'
import { sampleReleaseObjects } from './sample-release.ts'

const VERSION_URL = 'https://www.example.com/storage/v1/object/public/downloads/latest/version.json'

test('sampleReleaseObjects has every placeholder download under its fallback name, and a valid version.json', () => {
  const objects = new Map(sampleReleaseObjects('Fondly').map((object) => [object.name, object]))
  const release = parse(releaseSchema, JSON.parse(objects.get('latest/version.json')?.text ?? ''))
  for (const [platform, name] of Object.entries(fallbackFilePaths('Fondly'))) {
    const key = platform as keyof typeof release.downloads
    const text = objects.get(name)?.text ?? ''
    expect(text).toContain('This is a placeholder, not Fondly.')
    expect(release.size?.[key]).toBe(Buffer.byteLength(text))
    expect(release.sha256?.[key]).toBe(createHash('sha256').update(text).digest('hex'))
    expect(trustedLink(release.downloads[key], VERSION_URL)).toBe(
      new URL(name.replace('latest/', ''), VERSION_URL).href,
    )
  }
})

test('the version.json of the sample release says that it is a sample', () => {
  expect(sampleReleaseObjects('Fondly').find(({ name }) => name.endsWith('version.json'))?.text).toContain('(sample)')
})
