import { startTransition, useEffect, useState } from 'react'
import { downloadsUrl } from '../../backend/addresses.ts'
import { type DownloadFiles, fetchRelease, getFallbackDownloads, type LatestRelease } from '../../backend/release.ts'
import { brand } from '../../brand.ts'
import type { OpenedRelease } from './check-file/known-releases.ts'

/** Loading state of version.json. The installers can be downloaded in every state, because fallback links exist. */
export type ReleaseState =
  | { status: 'loading' | 'failed'; files: DownloadFiles }
  | ({ status: 'loaded' } & LatestRelease)

/** The fallback links, which lead to the current release as well. */
const FALLBACK_FILES = getFallbackDownloads(brand.name, downloadsUrl)

/** Fetches the latest release once. Logs an error and keeps the fallback links when it fails. */
export function useRelease(): ReleaseState {
  const [release, setRelease] = useState<ReleaseState>({ status: 'loading', files: FALLBACK_FILES })
  useEffect(() => {
    fetchRelease(downloadsUrl, FALLBACK_FILES).then(
      // Uses a React transition, so that rendering the version does not delay input.
      (latest) => startTransition(() => setRelease({ status: 'loaded', ...latest })),
      (error: unknown) => {
        console.error('[download] version.json could not be used:', error)
        setRelease({ status: 'failed', files: FALLBACK_FILES })
      },
    )
  }, [])
  return release
}

/** The result of verifying the release's signature; null while it is verified. `not loaded`: version.json or the verifying code could not be loaded. */
export type VerifiedRelease = OpenedRelease | { status: 'not loaded' } | null

/**
 * Returns the release that the page offers. When the site has a release key, this is a release whose signature was verified, or that this
 * browser cannot verify; an unsigned or wrongly signed one is replaced by the fallback links.
 */
export function chooseOfferedRelease(release: ReleaseState, opened: VerifiedRelease): ReleaseState {
  if (release.status !== 'loaded' || brand.release.publicKeys.length === 0) return release
  if (opened === null) return { status: 'loading', files: FALLBACK_FILES }
  return opened.status === 'wrong signature' ? { status: 'failed', files: FALLBACK_FILES } : release
}

/** React hook that verifies the signature of `release`. Loads the verifying code only when the release is signed or the site has a release key. */
export function useOpenedRelease(release: ReleaseState): VerifiedRelease {
  const [opened, setOpened] = useState<VerifiedRelease>(null)
  useEffect(() => {
    if (release.status === 'loading') return
    let mounted = true
    const show = (result: VerifiedRelease) => {
      if (result?.status === 'wrong signature') console.error('[download] the release has no valid signature')
      if (mounted) startTransition(() => setOpened(result))
    }
    if (release.status !== 'loaded') show({ status: 'not loaded' })
    else
      openRelease(release).then(show, (error: unknown) => {
        console.error('[download] the signature of the release could not be verified:', error)
        show({ status: 'not loaded' })
      })
    return () => {
      mounted = false
    }
  }, [release])
  return opened
}

async function openRelease({ signed, version }: Extract<ReleaseState, { status: 'loaded' }>): Promise<OpenedRelease> {
  const { publicKeys } = brand.release
  if (signed === null && publicKeys.length === 0) return { status: 'unsigned' }
  const { openCurrentRelease } = await import('./check-file/known-releases.ts')
  return openCurrentRelease(signed, version, brand.name, publicKeys)
}
