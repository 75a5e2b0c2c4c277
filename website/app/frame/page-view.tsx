import { useEffect, useLayoutEffect, useState } from 'react'
import { finishGetStarted } from './get-started.ts'
import { layOutAhead } from './lay-out-ahead.ts'
import type { EnteredPage } from './use-entered-page.ts'

/**
 * Draws a page and does what entering one by a link asks for (enter-page.ts), and speaks its title. On the first page the
 * browser has done all that itself.
 */
export function PageView({ entered }: { entered: EnteredPage }) {
  const { Page, shownAt } = entered
  const [spoken, setSpoken] = useState('')

  // Before the page's own effects: it may then choose another title, and does not take how far the last one was read for its own.
  useLayoutEffect(() => {
    entered.enter?.(entered.meta)
  }, [entered])

  useEffect(() => {
    if (entered.enter) setSpoken(document.title)
    finishGetStarted()
  }, [entered])

  useEffect(() => layOutAhead(), [shownAt])

  return (
    <>
      <Page key={shownAt} />
      <p className="sr-only" role="status">
        {spoken}
      </p>
    </>
  )
}
