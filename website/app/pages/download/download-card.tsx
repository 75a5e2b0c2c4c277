import type { InstallerPlatform } from '@site/releases/release'
import { useEffect, useRef, useState } from 'react'
import { PhotoPrint } from '../../photo-print.tsx'
import { AfterDownloadNote } from './after-download-note.tsx'
import { verifiedRelease } from './check-file/check-place.ts'
import { HandOff } from './hand-off.tsx'
import { OtherFiles } from './other-files.tsx'
import { AboutFile, RecommendedFiles } from './recommended.tsx'
import { useArrangedComputer, useDetectedComputer } from './use-detected-computer.ts'
import { chooseOfferedRelease, useOpenedRelease, useRelease } from './use-release.ts'
import { ReleaseNotesText, VersionLine } from './version-line.tsx'

/**
 * The card with the latest version and the button for the detected computer, and below it the cards of the other files. `mailed` is whether a
 * welcome mail has brought the page's link, which a phone needs.
 */
export function DownloadCard({ mailed }: { mailed: boolean }) {
  const loaded = useRelease()
  const opened = useOpenedRelease(loaded)
  const release = chooseOfferedRelease(loaded, opened)
  const section = useRef<HTMLElement>(null)
  const computer = useArrangedComputer(useDetectedComputer(), section)
  const [started, setStarted] = useState<InstallerPlatform | null>(null)
  const [areNotesShown, setNotesShown] = useState(false)
  const text = release.status === 'loaded' ? release.notes : null
  const notes = text === null ? null : { text, areShown: areNotesShown, toggle: () => setNotesShown(!areNotesShown) }
  useEffect(() => verifiedRelease.set(opened), [opened])
  const files = { files: release.files, computer, onStart: setStarted }
  return (
    <section ref={section} aria-labelledby="latest-version">
      <h2 id="latest-version" className="sr-only">
        Latest version
      </h2>
      <div className="overflow-clip rounded-sheet bg-surface shadow-card lg:grid lg:grid-cols-[1fr_22rem]">
        <div className="self-center p-5 sm:p-8">
          <HandOff mailed={mailed} isDetected={computer !== null} />
          <RecommendedFiles {...files} />
          <p className="text-xl font-semibold on-known:hidden">Pick the file for your computer.</p>
          <VersionLine release={release} isSigned={opened?.status === 'signed'} computer={computer} notes={notes} />
          {notes !== null && <ReleaseNotesText notes={notes} />}
          <AboutFile computer={computer} />
        </div>
        <CardPicture />
      </div>
      <AfterDownloadNote started={started && { platform: started, file: release.files[started] }} />
      <OtherFiles {...files} />
    </section>
  )
}

/** The end of the card on wide screens: the prints of an evening well spent, on a table. */
function CardPicture() {
  return (
    <div className="hidden place-items-center bg-table py-8 lg:grid">
      <PhotoPrint name="first-dance" className="col-start-1 row-start-1 me-44 mb-16 w-36 -rotate-12" />
      <PhotoPrint name="founders" className="col-start-1 row-start-1 ms-20 w-52 rotate-6" />
    </div>
  )
}
