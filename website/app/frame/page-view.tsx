import { Part } from '@site/ui/part.tsx'
import { useEffect, useLayoutEffect, useState } from 'react'
import { resumeOrCancelGetStarted } from './get-started.ts'
import type { EnteredPage } from './use-entered-page.ts'

/**
 * Renders the current page. After a client-side navigation it runs `enterPage` (head, scrolling, focus) and announces the title to screen
 * readers; for the first page of a visit the browser does all this itself.
 */
export function PageView({ entered }: { entered: EnteredPage }) {
  const { Page, shownAt } = entered
  const [announcement, setAnnouncement] = useState('')

  // Uses a layout effect to run before the effects of the page, which may set another title or measure the scroll depth.
  useLayoutEffect(() => {
    entered.enter?.(entered.meta)
  }, [entered])

  useEffect(() => {
    if (entered.enter) setAnnouncement(document.title)
    resumeOrCancelGetStarted()
  }, [entered])

  return (
    <>
      <Part key={shownAt} of="#main > :not([role])" eager>
        <Page />
      </Part>
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </>
  )
}
