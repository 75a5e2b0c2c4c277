import { startTransition, useEffect, useState } from 'react'
import { downloadsUrl } from '../../backend/addresses.ts'
import { type DownloadFiles, fallbackDownloads, fetchRelease, type LatestRelease } from '../../backend/release.ts'
import { brand } from '../../brand.ts'

/** The version card's state; the files can be had in all three. */
export type ReleaseState =
  | { status: 'loading' | 'failed'; files: DownloadFiles }
  | ({ status: 'loaded' } & LatestRelease)

const fallback = fallbackDownloads(brand.name, downloadsUrl)

/** Reads the latest release once. When that fails, the error is logged and the built-in links stay. */
export function useRelease(): ReleaseState {
  const [release, setRelease] = useState<ReleaseState>({ status: 'loading', files: fallback })
  useEffect(() => {
    let here = true
    fetchRelease(downloadsUrl, fallback).then(
      // Nobody waits for a line of text so much that a touch should wait for it.
      (latest) => here && startTransition(() => setRelease({ status: 'loaded', ...latest })),
      (error: unknown) => {
        console.error('[download] version.json could not be used:', error)
        if (here) setRelease({ status: 'failed', files: fallback })
      },
    )
    return () => {
      here = false
    }
  }, [])
  return release
}
