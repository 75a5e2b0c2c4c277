import { Suspense, useEffect } from 'react'
import { DialogHost } from './dialogs/dialog-host.tsx'
import { replayEarlyPresses } from './frame/early-presses.ts'
import { ErrorPage } from './frame/error-page.tsx'
import { useInternalLinks } from './frame/follow-link.ts'
import { Footer } from './frame/footer.tsx'
import { Navbar } from './frame/navbar.tsx'
import { PageView } from './frame/page-view.tsx'
import { type EnteredPage, useEnteredPage } from './frame/use-entered-page.ts'
import { useFragmentScrolling } from './frame/use-fragment.ts'
import { ToastRegion } from './ui/toast-region.tsx'

/** The React root component, rendered into the body. Prerendering and hydration must render the same tree. */
export function Root({ first }: { first: EnteredPage }) {
  return (
    <ErrorPage>
      <Frame first={first} />
    </ErrorPage>
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
      <Suspense>
        <Navbar />
      </Suspense>
      <DialogHost />
      <main id="main" tabIndex={-1} className="overflow-x-clip outline-none">
        <PageView entered={entered} />
      </main>
      <Suspense>
        <Footer />
      </Suspense>
      <ToastRegion />
      <Suspense>
        <Ready />
      </Suspense>
    </div>
  )
}

/**
 * Marks the page as hydrated and replays the presses that visitors made before hydration. React hydrates this component last, or together
 * with the rest, because it is in the last Suspense boundary.
 */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
    replayEarlyPresses()
  }, [])
  return null
}
