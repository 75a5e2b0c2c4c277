import type { InstallerPlatform } from '@site/contract/release'
import { useRef, useState } from 'react'
import { macChipHelp } from '../../content/download-faq.ts'
import { AfterDownloadNote } from './after-download-note.tsx'
import { DetectedComputerNote } from './detected-computer-note.tsx'
import { rankInstallersForComputer } from './platform.ts'
import { PlatformCards } from './platform-cards.tsx'
import { ReleaseNotes } from './release-notes.tsx'
import { useDetectedComputer } from './use-detected-computer.ts'
import { useInstallerDisplayOrder } from './use-order.ts'
import { useRelease } from './use-release.ts'
import { VersionLine } from './version-line.tsx'

/** The card with the latest version and its three installers. The installers for the detected computer come first. */
export function DownloadCard() {
  const release = useRelease()
  const computer = useDetectedComputer()
  const [started, setStarted] = useState<InstallerPlatform | null>(null)
  const { suits } = rankInstallersForComputer(computer ?? 'unknown')
  const cards = useRef<HTMLDivElement>(null)
  const order = useInstallerDisplayOrder(computer, cards)
  return (
    <section aria-labelledby="latest-version" className="rounded-3xl bg-table p-5 sm:p-8">
      <h2 id="latest-version" className="text-title">
        Latest version
      </h2>
      <div className="mt-3 grid gap-2">
        <VersionLine release={release} />
        <DetectedComputerNote computer={computer} />
        <p>
          <a href="#mac-chip" className="text-link inline-flex min-h-11 items-center">
            Which chip does my Mac have?
          </a>
        </p>
      </div>
      <div ref={cards} className="mt-4">
        <PlatformCards files={release.files} order={order} suits={suits} onStart={setStarted} />
      </div>
      {release.status === 'loaded' && release.notes !== null && (
        <ReleaseNotes version={release.version} notes={release.notes} />
      )}
      <div role="status">{started && <AfterDownloadNote platform={started} file={release.files[started]} />}</div>
      <p id="mac-chip" className="mt-6 max-w-prose text-muted">
        <strong className="font-semibold text-ink">Not sure about your Mac?</strong> {macChipHelp}
      </p>
    </section>
  )
}
