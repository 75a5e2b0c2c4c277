import { Button } from '@site/ui/button.tsx'
import { useEffect, useState } from 'react'
import { Icon } from '../../../art/icon.tsx'
import { LogoMark } from '../../../art/logo.tsx'
import { brand } from '../../../brand.ts'
import { BANNER_THRESHOLD_PX } from '../../../constants.ts'
import { preloadDialog } from '../../../dialogs/dialog-host.tsx'
import { showSignupDialog } from '../../../dialogs/open-dialog.ts'
import { KeptPile, useKeptCount } from './deck/kept-pile.tsx'

// Whether the banner was dismissed is module state instead of component state, so that the banner stays dismissed after a navigation, until
// a reload.
let dismissedBefore = false

/**
 * The sticky download banner: one line along the bottom edge of the viewport. It is shown while the page is scrolled by more than 800 px,
 * until the visitor dismisses it. It is as wide as the viewport, so that it ends the visible part of the page, like the edge itself.
 */
export function DownloadBanner() {
  useBars()
  const passed = useIsPastThreshold()
  const [dismissed, setDismissed] = useState(dismissedBefore)
  const dismiss = () => {
    dismissedBefore = true
    setDismissed(true)
  }
  return (
    <aside id="download-banner" aria-label="Download" hidden={!passed || dismissed} className="banner">
      {useKeptCount() > 0 ? <KeptPile /> : <LogoMark className="size-8 shrink-0" />}
      <p className="me-auto truncate text-sm text-muted">
        <span className="me-2 font-semibold text-ink">{brand.name}</span>
        <span className="max-sm:hidden">Free beta for Mac and Windows</span>
      </p>
      <Button
        size="sm"
        className="whitespace-nowrap"
        onIntent={() => preloadDialog('signup')}
        onClick={showSignupDialog}
      >
        Download App
      </Button>
      <button type="button" className="icon-button -me-3" aria-label="Dismiss" onClick={dismiss}>
        <Icon name="close" />
      </button>
    </aside>
  )
}

function useIsPastThreshold(): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const update = () => {
      // Hiding a control that has the focus would lose the visitor's place on the page.
      if (document.activeElement?.closest('#download-banner')) return
      setPassed(window.scrollY > BANNER_THRESHOLD_PX)
    }
    update()
    addEventListener('scroll', update, { passive: true })
    return () => removeEventListener('scroll', update)
  }, [])
  return passed
}

/**
 * The classes that the two bars have while a part of the page is in view, at their edge of the window or anywhere: bar, class, part, root
 * margin. The bars are dark over the section that is dark in both colour schemes, and the banner's button steps back for the offer's. The
 * upper edge includes the 80 px that a jump to a section leaves above it.
 */
const classes = [
  ['header', 'night', '#story', '0px 0px -89%'],
  ['.banner', 'night', '#story', '-94% 0px 0px'],
  ['.banner', 'quiet', '#pricing .button', '0px'],
] as const

/** Sets the classes of the navigation bar and of the download banner. They end with the page: a removed part is out of view. */
function useBars(): void {
  useEffect(() => {
    if (!('IntersectionObserver' in window)) return
    for (const [bar, name, part, rootMargin] of classes) {
      const observer = new IntersectionObserver(
        (entries) => document.querySelector(bar)?.classList.toggle(name, entries.at(-1)?.isIntersecting === true),
        { rootMargin },
      )
      for (const element of document.querySelectorAll(part)) observer.observe(element)
    }
  }, [])
}
