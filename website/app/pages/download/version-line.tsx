import { Fragment, type ReactNode } from 'react'
import { DownloadIcon } from '../../art/download-icon.tsx'
import { type ComputerKind, findSuitingPlatforms, isGuest } from './platform.ts'
import { describeSize, describeSystem } from './platform-words.ts'
import { formatReleaseDate } from './release-date.ts'
import type { ReleaseState } from './use-release.ts'

/** How the version of the release ends that the server brings along (server/src/sample-release.ts). */
const SAMPLE = '(sample)'

type VersionLineProps = {
  release: ReleaseState
  isSigned: boolean
  computer: ComputerKind | null
  notes: ReleaseNotes | null
}

/**
 * The facts about the recommended file and its release, or an amber notice when the fallback links are used. `signed` appears once the
 * signature was verified, and leads to the check of files. The height is reserved while the release is loaded. Loading is announced by text
 * instead of `aria-busy`, which would stay set for ever without script.
 */
export function VersionLine({ release, isSigned, computer, notes }: VersionLineProps) {
  const isSample = release.status === 'loaded' && release.version.endsWith(SAMPLE)
  return (
    <div className="mt-4 grid min-h-[2lh] content-start gap-2 max-sm:on-computer:min-h-[3lh] noscript:hidden">
      {release.status === 'loading' && <Loading />}
      {release.status === 'loaded' && (
        <div className="text-muted">
          <p>
            {joinByDots([
              !isSample && (
                <span key="version" className="font-semibold text-ink">
                  Version {release.version}
                </span>
              ),
              ...collectFacts(release, computer),
              isSigned && (isGuest(computer) ? 'signed' : <SignedLink key="signed" />),
            ])}
          </p>
          <p className="flex items-center gap-2 max-sm:flex-col max-sm:items-start">
            {isSample && (
              <span className="rounded-full bg-amber-ground px-2.5 py-1 text-sm font-medium text-amber">
                Sample release
              </span>
            )}
            <span>
              {joinByDots([
                `Released ${formatReleaseDate(release.releaseDate)}`,
                notes !== null && <ReleaseNotesButton key="notes" notes={notes} version={release.version} />,
              ])}
            </span>
          </p>
        </div>
      )}
      {(release.status === 'failed' || (release.status === 'loaded' && !release.complete)) && <FallbackNotice />}
    </div>
  )
}

/** Returns the parts that are not false, separated by middle dots. */
function joinByDots(parts: ReactNode[]): ReactNode {
  const shown = parts.filter((part) => part !== false)
  return shown.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && ' · '}
      {part}
    </Fragment>
  ))
}

/** Returns the facts about the recommended file, or those that two recommended files share, with both sizes. */
function collectFacts({ files }: ReleaseState, computer: ComputerKind | null): string[] {
  const suiting = findSuitingPlatforms(computer)
  const sizes = suiting.flatMap((platform) => describeSize(files[platform]) ?? [])
  const systems = new Set(suiting.map((platform) => describeSystem(platform, files[platform])))
  const [system] = systems.size === 1 ? systems : []
  return [sizes.join(' or '), system ?? ''].filter((fact) => fact !== '')
}

function SignedLink() {
  return (
    <a href="#check-file" className="text-link -my-2 py-2">
      signed
    </a>
  )
}

function Loading() {
  return (
    <>
      <p className="sr-only">Looking up the latest version</p>
      {/* Each zero-width space gives a placeholder the height of its line. */}
      <div className="grid" data-skeleton aria-hidden="true">
        <span className="flex items-center">
          {'\u200b'}
          <span className={`max-w-72 ${BAR}`} />
        </span>
        <span className="flex items-center">
          {'\u200b'}
          <span className={`max-w-44 ${BAR}`} />
        </span>
      </div>
    </>
  )
}

const BAR = 'h-4 w-full animate-pulse rounded-full bg-line motion-reduce:animate-none'

function FallbackNotice() {
  return (
    <p role="status" className="flex items-center gap-2 rounded-card bg-amber-ground px-4 py-2 font-medium text-amber">
      <DownloadIcon name="info" className="size-5 shrink-0" />
      Using latest available downloads
    </p>
  )
}

/** The release notes whose button is in the line with the version. Line breaks are kept. */
type ReleaseNotes = { text: string; areShown: boolean; toggle: () => void }

const ID = 'release-notes'

/** The button that shows and hides the release notes. They are not below it, so that opening them does not move the button. */
function ReleaseNotesButton({ notes, version }: { notes: ReleaseNotes; version: string }) {
  return (
    <button
      type="button"
      className="text-link -my-3 cursor-pointer py-3"
      aria-expanded={notes.areShown}
      aria-controls={notes.areShown ? ID : undefined}
      onClick={notes.toggle}
    >
      What’s new <span className="sr-only">in {version}</span>
    </button>
  )
}

/** The text of the release notes, while it is shown. */
export function ReleaseNotesText({ notes }: { notes: ReleaseNotes }) {
  if (!notes.areShown) return null
  return (
    <p id={ID} className="mt-1 max-w-prose whitespace-pre-line break-words text-muted">
      {notes.text}
    </p>
  )
}
