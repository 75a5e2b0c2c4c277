import { Icon } from '../../art/icon.tsx'
import { releaseDateText } from './release-date.ts'
import type { ReleaseState } from './use-release.ts'

/**
 * Which version there is and since when; amber when the built-in links had to help out. That it is looked up is said in
 * words, not by `aria-busy`: without script it would stay busy.
 */
export function VersionLine({ release }: { release: ReleaseState }) {
  return (
    <div className="grid min-h-14 content-start gap-3 sm:min-h-13">
      {release.status === 'loading' && <Loading />}
      {release.status === 'loaded' && (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-xl font-semibold">Version {release.version}</span>
          <span className="text-muted">Released {releaseDateText(release.releaseDate)}</span>
        </p>
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
        <span className="h-6 w-36 animate-pulse rounded-full bg-line motion-reduce:animate-none" />
        <span className="h-5 w-44 animate-pulse rounded-full bg-line motion-reduce:animate-none" />
      </div>
    </>
  )
}

function FallbackNotice() {
  return (
    <p role="status" className="flex items-center gap-2 rounded-xl bg-amber-ground px-4 py-3 font-medium text-amber">
      <Icon name="info" className="size-5 shrink-0" />
      Using latest available downloads
    </p>
  )
}
