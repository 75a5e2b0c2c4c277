import { useEffect, useState } from 'react'
import { Icon } from '../../../art/icon.tsx'
import { LogoMark } from '../../../art/logo.tsx'
import { brand } from '../../../brand.ts'
import { BANNER_MIN_VIEWPORT_PX, BANNER_THRESHOLD_PX } from '../../../constants.ts'
import { preloadDialog } from '../../../dialogs/dialog-host.tsx'
import { showSignupDialog } from '../../../dialogs/open-dialog.ts'
import { Button } from '../../../ui/button.tsx'

// Whether the banner was dismissed is module state instead of component state, so that the banner stays dismissed after a navigation, until
// a reload.
let dismissedBefore = false

/** The offer, which has the banner's button itself, and the footer, whose links the banner would cover. */
const UNCOVERED = '#free-access,#top>footer'

/**
 * The sticky download banner at the bottom of the viewport. It is shown after 800 px of scrolling, until the visitor dismisses it, but not
 * beside the offer or the footer, nor in a low window.
 */
export function DownloadBanner() {
  const wanted = useIsBannerWanted()
  const [dismissed, setDismissed] = useState(dismissedBefore)
  const shown = wanted && !dismissed
  useBannerSpace(shown)
  const dismiss = () => {
    dismissedBefore = true
    setDismissed(true)
  }
  return (
    <aside id="download-banner" aria-label="Download" hidden={!shown} className="banner">
      <LogoMark className="hidden size-9 shrink-0 sm:block" />
      <p className="me-auto leading-tight font-medium">
        {brand.name}
        <span className="block text-sm font-normal text-muted">Free beta for Mac and Windows</span>
      </p>
      <Button
        size="sm"
        className="whitespace-nowrap"
        onIntent={() => preloadDialog('signup')}
        onClick={showSignupDialog}
      >
        Download App
      </Button>
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={dismiss}>
        <Icon name="close" />
      </button>
    </aside>
  )
}

/** Sets `data-banner` on the document, for the styles that reserve space for the banner at the bottom. */
function useBannerSpace(needed: boolean): void {
  useEffect(() => {
    if (!needed) return
    // The styles use this attribute instead of `:has()`, with which the browser would search the whole page after every change.
    const page = document.documentElement
    page.dataset['banner'] = ''
    // Scrolls a focused control out from under the banner, which has just appeared.
    const focused = document.querySelector(':focus-visible')
    const { top = -1, bottom = 0 } = focused?.getBoundingClientRect() ?? {}
    if (top < innerHeight && bottom > 0) focused?.scrollIntoView({ block: 'nearest' })
    return () => {
      delete page.dataset['banner']
    }
  }, [needed])
}

function useIsBannerWanted(): boolean {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const update = () => {
      // Hiding a control that has the focus would lose the visitor's place on the page.
      if (document.activeElement?.closest('#download-banner')) return
      const { innerHeight } = window
      setWanted(
        window.scrollY > BANNER_THRESHOLD_PX &&
          innerHeight >= BANNER_MIN_VIEWPORT_PX &&
          [...document.querySelectorAll(UNCOVERED)].every((part) => {
            const { top, bottom } = part.getBoundingClientRect()
            return top > innerHeight || bottom < 0
          }),
      )
    }
    update()
    const ended = new AbortController()
    for (const type of ['scroll', 'resize']) addEventListener(type, update, { passive: true, signal: ended.signal })
    return () => ended.abort()
  }, [])
  return wanted
}
