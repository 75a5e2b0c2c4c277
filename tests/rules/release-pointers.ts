import { createHash } from 'node:crypto'
import { resolveTrustedDownloadLink } from '@site/contract/downloads'
import { INSTALLER_PLATFORMS, releaseSchema } from '@site/releases/release'
import { isReleaseAsInManifest, openSignedManifest } from '@site/releases/release-manifest'
import * as v from 'valibot'
import { expect } from 'vitest'
import type { TestBackend } from '../support/start-backend.ts'

/** The files of a channel's folder that point to a release. */
const POINTER_NAMES = ['release.json', 'release.json.minisig', 'latest.yml', 'latest-mac.yml', 'version.json'] as const

/** Returns the public URL of a file in the downloads bucket. */
export function getDownloadUrl(backend: Pick<TestBackend, 'url'>, name: string): string {
  return `${backend.url}/storage/v1/object/public/downloads/${name}`
}

/** Returns the texts of a channel's pointer files by name; null for a file that does not exist. */
export async function readPointers(
  backend: Pick<TestBackend, 'url'>,
  folder = 'latest',
): Promise<Record<string, string | null>> {
  const texts = POINTER_NAMES.map(async (name) => {
    const response = await fetch(getDownloadUrl(backend, `${folder}/${name}`), { cache: 'no-store' })
    const text = await response.text()
    return [name, response.ok ? text : null] as const
  })
  return Object.fromEntries(await Promise.all(texts))
}

/**
 * Reads version.json as the download page does, verifies its manifest, and expects that all values agree and that each link leads to bytes
 * with the signed hash. Returns the version.
 */
export async function expectGenuineRelease(
  backend: Pick<TestBackend, 'url'>,
  publicKeys: readonly string[],
  folder = 'latest',
): Promise<string> {
  const url = getDownloadUrl(backend, `${folder}/version.json`)
  const release = v.parse(releaseSchema, await (await fetch(url, { cache: 'no-store' })).json())
  const verdict = await openSignedManifest(
    { manifest: release.manifest ?? '', signature: release.signature ?? '' },
    publicKeys,
  )
  if (!verdict.valid) throw new Error(`The manifest of ${release.version} is not valid: ${verdict.reason}.`)
  expect(isReleaseAsInManifest(release, verdict.manifest), 'version.json agrees with its manifest').toBe(true)
  for (const platform of INSTALLER_PLATFORMS) {
    const link = resolveTrustedDownloadLink(release.downloads[platform], url)
    const bytes = Buffer.from(await (await fetch(link ?? '')).arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex'), link ?? '').toBe(release.sha256?.[platform])
  }
  return release.version
}
