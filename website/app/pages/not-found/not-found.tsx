import { ATTEMPTED_PATH_ID, formatAttemptedPath } from '@site/contract/attempted-path'
import { Button } from '@site/ui/button.tsx'
import { useEffect, useState } from 'react'
import { brand } from '../../brand.ts'
import type { PageMeta } from '../../page.ts'
import { PhotoPrint } from '../../photo-print.tsx'

/** Metadata of the not-found page, without a canonical path, so that it is not indexed. */
export const meta: PageMeta = {
  path: null,
  title: `Page not found - ${brand.name}`,
  description: 'There’s no page at this address.',
}

/** The not-found page. Shows the attempted path, and logs it to the console. */
export function NotFoundPage() {
  const attempted = useAttemptedPath()
  return (
    <div className="container-page grid min-h-svh content-center justify-items-center gap-6 pt-28 pb-20 text-center">
      <div className="relative isolate w-48 sm:w-64">
        <PhotoPrint name="photographer" className="absolute right-14 -left-14 -z-1 -rotate-[14deg]" eager />
        <PhotoPrint name="couple" className="absolute -right-12 left-12 -z-1 rotate-12" eager />
        <PhotoPrint name="lost-print" className="-rotate-3" eager />
      </div>
      <h1 className="mt-4 text-title">Oops! Page not found</h1>
      <p className="text-lead text-muted">
        There’s nothing at{' '}
        <code id={ATTEMPTED_PATH_ID} dir="ltr" className="font-sans font-semibold wrap-anywhere text-ink">
          {attempted}
        </code>
        .
      </p>
      <Button href="/" size="lg">
        Return to Home
      </Button>
    </div>
  )
}

/**
 * React hook that returns the URL path that was not found, and logs it to the console. At first it returns the text of the prerendered page:
 * our server has written the path there; a static host, which has one file for all paths, sends "this address". The path is read once,
 * because during a navigation away the URL already is that of the next page.
 */
function useAttemptedPath(): string {
  const [attempted, setAttempted] = useState(readPrerenderedText)
  useEffect(() => {
    const path = formatAttemptedPath(location.pathname)
    console.error(`404: there is no page at ${path}`)
    setAttempted(path)
  }, [])
  return attempted
}

function readPrerenderedText(): string {
  const isBrowser = typeof document !== 'undefined'
  return (isBrowser && document.getElementById(ATTEMPTED_PATH_ID)?.textContent) || 'this address'
}
