import { Suspense, useEffect } from 'react'
import { DialogHost } from './dialogs/dialog-host.tsx'
import { repeatPresses } from './frame/early-presses.ts'
import { ErrorPage } from './frame/error-page.tsx'
import { useLinks } from './frame/follow-link.ts'
import { Footer } from './frame/footer.tsx'
import { Navbar } from './frame/navbar.tsx'
import { PageView } from './frame/page-view.tsx'
import { type EnteredPage, useEnteredPage } from './frame/use-entered-page.ts'
import { useFragment } from './frame/use-fragment.ts'
import { ToastRegion } from './ui/toast-region.tsx'

/** Everything inside the body: the same tree at build time and in the browser. */
export function Root({ first }: { first: EnteredPage }) {
  return (
    <ErrorPage>
      <Frame first={first} />
    </ErrorPage>
  )
}

function Frame({ first }: { first: EnteredPage }) {
  const entered = useEnteredPage(first)
  useLinks(entered.shownAt)
  useFragment()
  return (
    <div id="top">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Suspense>
        <Navbar />
      </Suspense>
      <main id="main" tabIndex={-1} className="overflow-x-clip outline-none">
        <PageView entered={entered} />
      </main>
      <Suspense>
        <Footer />
      </Suspense>
      <DialogHost />
      <ToastRegion />
      <Suspense>
        <Ready />
      </Suspense>
    </div>
  )
}

/** Says that the page lives: as the last boundary of it, it comes to life after all others or with them. */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
    repeatPresses()
  }, [])
  return null
}
