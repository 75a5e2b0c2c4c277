import { useEffect, useState } from 'react'
import { Icon } from '../../../art/icon.tsx'
import { LogoMark } from '../../../art/logo.tsx'
import { brand } from '../../../brand.ts'
import { BANNER_THRESHOLD_PX } from '../../../constants.ts'
import { preloadDialog } from '../../../dialogs/dialog-host.tsx'
import { showSignupDialog } from '../../../dialogs/open-dialog.ts'
import { Button } from '../../../ui/button.tsx'

// Whether the banner was dismissed is module state instead of component state, so that the banner stays dismissed after a navigation, until
// a reload.
let dismissedBefore = false

/** The sticky download banner at the bottom of the viewport. It is shown after 800 px of scrolling, until the visitor dismisses it. */
export function DownloadBanner() {
  const passed = usePassedThreshold()
  const [dismissed, setDismissed] = useState(dismissedBefore)
  const shown = passed && !dismissed
  useBannerSpace(shown)
  const dismiss = () => {
    dismissedBefore = true
    setDismissed(true)
  }
  return (
    <aside id="download-banner" aria-label="Download" hidden={!shown} className="banner">
      <LogoMark className="hidden size-9 shrink-0 sm:block" />
      <p className="me-auto leading-tight font-medium">
        {brand.name} <span className="max-sm:sr-only">for Mac and Windows</span>
        <span className="block text-sm font-normal text-muted">Free beta</span>
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
    return () => {
      delete page.dataset['banner']
    }
  }, [needed])
}

function usePassedThreshold(): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    if (passed) return
    const onScroll = () => setPassed(window.scrollY > BANNER_THRESHOLD_PX)
    onScroll()
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [passed])
  return passed
}
