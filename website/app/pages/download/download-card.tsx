import type { InstallerPlatform } from '@site/releases/release'
import { Part } from '@site/ui/part.tsx'
import { useRef, useState } from 'react'
import { macChipHelp } from '../../content/download-faq.ts'
import { AfterDownloadNote } from './after-download-note.tsx'
import { CheckFile } from './check-file.tsx'
import { DetectedComputerNote } from './detected-computer-note.tsx'
import { isOtherThanMac } from './platform.ts'
import { PlatformCards } from './platform-cards.tsx'
import { ReleaseNotesText } from './release-notes.tsx'
import { useDetectedComputer } from './use-detected-computer.ts'
import { chooseOfferedRelease, useOpenedRelease } from './use-opened-release.ts'
import { useInstallerDisplayOrder } from './use-order.ts'
import { useRelease } from './use-release.ts'
import { VersionLine } from './version-line.tsx'

/**
 * The card with the latest version and its three installers, and below it the check of a downloaded file. The installer for the detected
 * computer comes first and is the largest. `mailed` is whether a welcome mail has brought the page's link, which a phone needs.
 */
export function DownloadCard({ mailed }: { mailed: boolean }) {
  const loaded = useRelease()
  const opened = useOpenedRelease(loaded)
  const release = chooseOfferedRelease(loaded, opened)
  const computer = useDetectedComputer()
  const [started, setStarted] = useState<InstallerPlatform | null>(null)
  const cards = useRef<HTMLDivElement>(null)
  const order = useInstallerDisplayOrder(computer, cards)
  const [areNotesShown, setNotesShown] = useState(false)
  const text = release.status === 'loaded' ? release.notes : null
  const notes = text === null ? null : { text, areShown: areNotesShown, toggle: () => setNotesShown(!areNotesShown) }
  return (
    <>
      <section aria-labelledby="latest-version" className="rounded-sheet bg-table p-5 sm:p-8">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h2 id="latest-version" className="text-heading">
            Latest version
          </h2>
          <VersionLine release={release} isSigned={opened?.status === 'signed'} notes={notes} />
        </div>
        {notes !== null && <ReleaseNotesText notes={notes} />}
        <DetectedComputerNote computer={computer} mailed={mailed} />
        <div ref={cards} className="mt-3">
          <PlatformCards files={release.files} order={order} computer={computer} onStart={setStarted} />
        </div>
        <div role="status">{started && <AfterDownloadNote platform={started} file={release.files[started]} />}</div>
        {!isOtherThanMac(computer) && (
          <p id="mac-chip" className="mt-6 max-w-prose text-muted on-other:hidden">
            <strong className="font-semibold text-ink">Not sure about your Mac?</strong> {macChipHelp}
          </p>
        )}
        {(computer === null || isOtherThanMac(computer)) && (
          <p className="mt-4 hidden text-sm on-other:block">
            <a href="#download-faq" className="text-link inline-flex min-h-11 items-center">
              For a Mac: which chip does it have?
            </a>
          </p>
        )}
      </section>
      <Part of="#check-file" eager>
        <CheckFile release={opened} computer={computer} />
      </Part>
    </>
  )
}
