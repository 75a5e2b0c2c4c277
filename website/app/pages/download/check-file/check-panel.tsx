import { enableFileDrop } from '@site/ui/file-drop.ts'
import { type RefObject, useEffect, useState } from 'react'
import { type ComputerKind, findSuitingPlatforms, LISTED_PLATFORMS } from '../platform.ts'
import type { VerifiedRelease } from '../use-release.ts'
import { CheckSheet } from './check-sheet.tsx'
import { fetchListedReleases } from './known-releases.ts'
import { type ListProblem, useFileCheck } from './use-file-check.ts'
import type { KnownRelease, KnownReleases } from './verdict.ts'
import './check-file.css'
import { parseMinisignPublicKey } from '@site/releases/minisign'
import { RELEASE_MANIFEST_FILE_NAME } from '@site/releases/release-manifest'
import { downloadsUrl } from '../../../backend/addresses.ts'
import { brand } from '../../../brand.ts'

export type CheckPanelProps = {
  release: VerifiedRelease
  computer: ComputerKind | null
  /** The file to check; null before one was picked or dropped. */
  picked: File | null
  /** Called with a file that was dropped anywhere on the page. */
  onDrop: (file: File) => void
  /** The element that is marked while a file is dragged over the page. */
  place: RefObject<HTMLElement | null>
}

/** The part of "Check your file" that is loaded later: the paper with the answer, and how to check by hand. */
export function CheckPanel({ release, computer, picked, onDrop, place }: CheckPanelProps) {
  const known = useKnownReleases(release)
  const { check, cancel } = useFileCheck(known, findSuitingPlatforms(computer), picked)
  useEffect(
    () =>
      enableFileDrop(place.current, {
        onFiles([file]) {
          if (file) onDrop(file)
        },
      }),
    [place, onDrop],
  )
  const current = release && 'current' in release ? release.current : null
  return (
    <>
      <CheckSheet check={check} current={current} onCancel={cancel} />
      <OwnCheck current={current} />
    </>
  )
}

/** React hook that returns the releases to compare files with, or why there are none; null while they are loading. */
function useKnownReleases(release: VerifiedRelease): KnownReleases | ListProblem | null {
  const [known, setKnown] = useState<KnownReleases | null>(null)
  const current = release && 'current' in release ? release.current : null
  useEffect(() => {
    if (!current) return
    let mounted = true
    void fetchListedReleases(downloadsUrl, brand.name, brand.release.publicKeys).then((all) => {
      if (mounted) setKnown({ current, all })
    })
    return () => {
      mounted = false
    }
  }, [current])
  if (release === null || 'current' in release) return known
  return release.status
}

/** How to check a file without this page: with the hash, or with minisign and the public key. Nothing for an unsigned release. */
function OwnCheck({ current }: { current: KnownRelease | null }) {
  if (current === null) return null
  const keys = brand.release.publicKeys
  const key = keys.find((each) => parseMinisignPublicKey(each)?.id === current.keyId) ?? keys[0] ?? ''
  const [first] = LISTED_PLATFORMS
  const name = current.manifest.files.find(({ platform, role }) => role === 'installer' && platform === first)?.name
  return (
    <details className="check-own">
      <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">Check it by hand</summary>
      <p>Our public key:</p>
      <code className="text-sm">{key}</code>
      <p>
        With minisign, and the file <code>.minisig</code> that lies beside each installer:
      </p>
      <code className="text-sm">{`minisign -V -P ${key} -m ${name ?? 'FILE'}`}</code>
      <p>
        Or compare the hash. On Windows <code>certutil -hashfile FILE SHA256</code>, on a Mac{' '}
        <code>shasum -a 256 FILE</code>. The right ones are in{' '}
        <a href={`${downloadsUrl}${RELEASE_MANIFEST_FILE_NAME}`} className="text-link">
          {RELEASE_MANIFEST_FILE_NAME}
        </a>
        .
      </p>
    </details>
  )
}
