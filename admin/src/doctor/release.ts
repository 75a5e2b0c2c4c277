import { resolveTrustedDownloadLink } from '@site/contract/downloads'
import { SAMPLES } from '@site/contract/samples'
import { INSTALLER_PLATFORMS, releaseSchema } from '@site/releases/release'
import * as v from 'valibot'
import { readProduct } from '../release/product.ts'
import { broken, type DoctorCheck, ok, sample } from './finding.ts'
import { findSignatureFault } from './release-signature.ts'

/**
 * Checks that a release is published, that each of its download links leads to a file of the listed size, and that it is signed with a key
 * that the site publishes, if there is one.
 */
export const checkPublishedRelease: DoctorCheck = async function* ({ site, status, env }) {
  const bucket = site.client.storage.from(status?.downloadsBucket ?? 'downloads')
  const url = bucket.getPublicUrl('latest/version.json').data.publicUrl
  const response = await fetch(url, { cache: 'no-store' })
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), releaseSchema), await response.text())
  if (!response.ok || !parsed.success) {
    yield broken('release', `${url} is missing or cannot be read: publish a release`)
    return
  }
  const release = parsed.output
  // Without the self-contained server's status, uses the build in this clone; without a build, no other host is trusted.
  const installerBases = (status ?? (await readProduct(env).catch(() => null)))?.installerBases ?? []
  const faults: string[] = []
  for (const platform of INSTALLER_PLATFORMS) {
    const link = resolveTrustedDownloadLink(release.downloads[platform], url, installerBases)
    if (link === null) faults.push(`${platform} has no link`)
    else {
      const file = await fetch(link, { method: 'HEAD' })
      const size = release.size?.[platform]
      if (!file.ok) faults.push(`${platform}: ${link} answers ${file.status}`)
      else if (size !== undefined && Number(file.headers.get('content-length')) !== size)
        faults.push(`${platform}: the length of the file differs from version.json`)
    }
  }
  const fault = status === null ? null : await findSignatureFault(release, status.siteUrl)
  if (fault !== null) faults.push(fault)
  if (faults.length > 0) yield broken('release', faults.join('; '))
  else if (/sample/i.test(release.version)) yield sample(SAMPLES.downloads.name, SAMPLES.downloads.advice)
  else yield ok('release', `${release.version}, with all three files`)
}
