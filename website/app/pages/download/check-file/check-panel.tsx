import { enableFileDrop } from '@site/ui/file-drop.ts'
import { type RefObject, useEffect, useState } from 'react'
import { downloadsUrl } from '../../../backend/addresses.ts'
import { brand } from '../../../brand.ts'
import { type ComputerKind, findSuitingPlatforms } from '../platform.ts'
import type { VerifiedRelease } from '../use-opened-release.ts'
import { CheckSheet } from './check-sheet.tsx'
import { fetchListedReleases } from './known-releases.ts'
import { OwnCheck } from './own-check.tsx'
import { type ListProblem, useFileCheck } from './use-file-check.ts'
import type { KnownReleases } from './verdict.ts'
import './check-file.css'

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
