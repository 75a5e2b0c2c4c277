import { DownloadIcon } from '../../art/download-icon.tsx'
import { brand } from '../../brand.ts'
import { formatReleaseDate } from './release-date.ts'
import { type ReleaseNotes, ReleaseNotesButton } from './release-notes.tsx'
import type { ReleaseState } from './use-release.ts'

type VersionLineProps = { release: ReleaseState; isSigned: boolean; notes: ReleaseNotes | null }

/**
 * The line with the app's version, release date, the button for the release notes and, once its signature was verified, a link to the check of
 * files; or an amber notice when the fallback links are used. Its height is reserved while the release is loaded. Loading is announced by text
 * instead of `aria-busy`, which would stay set for ever without script.
 */
export function VersionLine({ release, isSigned, notes }: VersionLineProps) {
  return (
    <div className="grid min-h-14 content-start gap-3 sm:min-h-13">
      {release.status === 'loading' && <Loading />}
      {release.status === 'loaded' && (
        <div className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-xl font-semibold">Version {release.version}</span>
          <span className="text-muted max-sm:text-sm">Released {formatReleaseDate(release.releaseDate)}</span>
          {isSigned && (
            <a href="#check-file" className="text-link -my-1 py-1 max-sm:text-sm">
              Signed by {brand.name}
            </a>
          )}
          {notes !== null && <ReleaseNotesButton notes={notes} version={release.version} />}
        </div>
      )}
      {(release.status === 'failed' || (release.status === 'loaded' && !release.complete)) && <FallbackNotice />}
    </div>
  )
}

function Loading() {
  return (
    <>
      <p className="sr-only noscript:hidden">Looking up the latest version</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 noscript:hidden" data-skeleton aria-hidden="true">
        {/* The zero-width space gives the placeholder the height and baseline of the version. */}
        <span className="flex items-center text-xl">
          {'\u200b'}
          <span className="h-6 w-36 animate-pulse rounded-full bg-line motion-reduce:animate-none" />
        </span>
        <span className="h-5 w-44 animate-pulse rounded-full bg-line motion-reduce:animate-none" />
      </div>
    </>
  )
}

function FallbackNotice() {
  return (
    <p role="status" className="flex items-center gap-2 rounded-card bg-amber-ground px-4 py-3 font-medium text-amber">
      <DownloadIcon name="info" className="size-5 shrink-0" />
      Using latest available downloads
    </p>
  )
}
