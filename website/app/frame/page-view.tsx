import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { finishGetStarted } from './get-started.ts'
import { describePage } from './head.ts'
import { layOutAhead } from './lay-out-ahead.ts'
import { focusSection, scrollToSection, scrollToTop } from './scroll.ts'
import type { EnteredPage } from './use-entered-page.ts'

/**
 * Draws a page and does what entering one by a link asks for: its head, the scroll to the top (or to the fragment), the
 * focus on its heading, and its title spoken. On the first page the browser has done all that itself.
 */
export function PageView({ entered }: { entered: EnteredPage }) {
  const { Page, meta, shownAt } = entered
  const firstShown = useRef(shownAt)
  const [spoken, setSpoken] = useState('')

  // Before the page's own effects: it may then choose another title, and does not take how far the last one was read for its own.
  useLayoutEffect(() => {
    if (firstShown.current === shownAt) return
    firstShown.current = ''
    describePage(meta)
    enter(location.hash.slice(1))
  }, [meta, shownAt])

  useEffect(() => {
    if (firstShown.current === '') setSpoken(document.title)
    finishGetStarted()
  }, [shownAt])

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

function enter(fragment: string) {
  if (fragment && scrollToSection(fragment, { instantly: true })) {
    focusSection(fragment)
    return
  }
  scrollToTop()
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
