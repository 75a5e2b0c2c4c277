import { createHash } from 'node:crypto'
import { getFallbackInstallerPaths, resolveTrustedDownloadLink } from '@site/contract/downloads'
import { releaseSchema } from '@site/releases/release'
import { parse } from 'valibot'
import { expect, test } from 'vitest'
import { createSampleReleaseObjects } from './sample-release.ts'

const VERSION_URL = 'https://www.example.com/storage/v1/object/public/downloads/latest/version.json'

test('createSampleReleaseObjects has every placeholder download under its fallback name, and a valid version.json', () => {
  const objects = new Map(createSampleReleaseObjects('Fondly').map((object) => [object.name, object]))
  const release = parse(releaseSchema, JSON.parse(objects.get('latest/version.json')?.text ?? ''))
  for (const [platform, name] of Object.entries(getFallbackInstallerPaths('Fondly'))) {
    const key = platform as keyof typeof release.downloads
    const text = objects.get(name)?.text ?? ''
    expect(text).toContain('This is a placeholder, not Fondly.')
    expect(release.size?.[key]).toBe(Buffer.byteLength(text))
    expect(release.sha256?.[key]).toBe(createHash('sha256').update(text).digest('hex'))
    expect(resolveTrustedDownloadLink(release.downloads[key], VERSION_URL)).toBe(
      new URL(name.replace('latest/', ''), VERSION_URL).href,
    )
  }
})

test('the version.json of the sample release says that it is a sample', () => {
  expect(createSampleReleaseObjects('Fondly').find(({ name }) => name.endsWith('version.json'))?.text).toContain(
    '(sample)',
  )
})
