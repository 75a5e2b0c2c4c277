import { Part } from '@site/ui/part.tsx'
import { ToastRegion } from '@site/ui/toast-region.tsx'
import { useIsPageIdle } from '@site/ui/use-is-near.ts'
import { useEffect } from 'react'
import { DialogHost } from './dialogs/dialog-host.tsx'
import { replayEarlyPresses } from './frame/early-presses.ts'
import { useFragmentScrolling, useInternalLinks } from './frame/follow-link.ts'
import { Footer } from './frame/footer.tsx'
import { Navbar } from './frame/navbar.tsx'
import { PageView } from './frame/page-view.tsx'
import { type EnteredPage, useEnteredPage } from './frame/use-entered-page.ts'

/**
 * The React root component, rendered into the body. Prerendering and hydration must render the same tree. Each part of the page has a
 * boundary; the outermost one keeps the document as it stands if the frame itself throws, where React would remove everything.
 */
export function Root({ first }: { first: EnteredPage }) {
  return (
    <Part of="#top" eager>
      <Frame first={first} />
    </Part>
  )
}

function Frame({ first }: { first: EnteredPage }) {
  const entered = useEnteredPage(first)
  useInternalLinks(entered.shownAt)
  useFragmentScrolling()
  return (
    <div id="top">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Part of="#top > header">
        <Navbar />
      </Part>
      <DialogHost />
      <main id="main" tabIndex={-1} className="overflow-x-clip outline-none noscript:overflow-x-hidden">
        <PageView entered={entered} />
      </main>
      <Part of="#footer">
        <Footer />
      </Part>
      <ToastRegion />
      <Part>
        <Ready />
        <CompleteFonts />
      </Part>
    </div>
  )
}

/**
 * Marks the page as hydrated and replays the presses that visitors made before hydration. React hydrates this component last, or together
 * with the rest, because it is in the last part.
 */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
    replayEarlyPresses()
  }, [])
  return null
}

/** Enables the complete fonts, which the first view of the page does not use (build/first-view.ts), on the idle or scrolled page. */
function CompleteFonts() {
  const idle = useIsPageIdle()
  useEffect(() => {
    const enable = () => document.querySelector('style[media]')?.removeAttribute('media')
    if (idle) enable()
    addEventListener('scroll', enable, { once: true })
    return () => removeEventListener('scroll', enable)
  }, [idle])
  return null
}
