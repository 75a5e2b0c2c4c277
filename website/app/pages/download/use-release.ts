import { startTransition, useEffect, useState } from 'react'
import { downloadsUrl } from '../../backend/addresses.ts'
import { type DownloadFiles, fetchRelease, getFallbackDownloads, type LatestRelease } from '../../backend/release.ts'
import { brand } from '../../brand.ts'

/** Loading state of version.json. The installers can be downloaded in every state, because fallback links exist. */
export type ReleaseState =
  | { status: 'loading' | 'failed'; files: DownloadFiles }
  | ({ status: 'loaded' } & LatestRelease)

/** The fallback links, which lead to the current release as well. */
export const FALLBACK_FILES = getFallbackDownloads(brand.name, downloadsUrl)

/** Fetches the latest release once. Logs an error and keeps the fallback links when it fails. */
export function useRelease(): ReleaseState {
  const [release, setRelease] = useState<ReleaseState>({ status: 'loading', files: FALLBACK_FILES })
  useEffect(() => {
    let mounted = true
    fetchRelease(downloadsUrl, FALLBACK_FILES).then(
      // Uses a React transition, so that rendering the version does not delay input.
      (latest) => mounted && startTransition(() => setRelease({ status: 'loaded', ...latest })),
      (error: unknown) => {
        console.error('[download] version.json could not be used:', error)
        if (mounted) setRelease({ status: 'failed', files: FALLBACK_FILES })
      },
    )
    return () => {
      mounted = false
    }
  }, [])
  return release
}
