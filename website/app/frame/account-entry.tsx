import { isShown } from '@site/ui/is-shown.ts'
import type { Session } from '@supabase/supabase-js'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useSession } from '../backend/session.ts'
import { useAccountLinks, useChangePasswordLink } from './account-links.ts'
import { GetStartedButton } from './dialog-buttons.tsx'

const MENU_RETRY_MS = 5_000

type Menu = ComponentType<{ session: Session }>

/**
 * The right end of the navigation bar: 'Get Started' for visitors who are not signed in, otherwise the account menu. To avoid a layout shift,
 * both have the same width, and the space stays empty while a stored session is loading (account.css). Visitors in the welcome mode
 * of the download page have started.
 */
export function AccountNavItem() {
  useAccountLinks()
  const { loading, session, isSignedIn } = useSession()
  useChangePasswordLink({ loading, isSignedIn })
  const loaded = useAccountMenu(isSignedIn)
  const place = useRestoredFocus(loading || (isSignedIn && !loaded) ? null : isSignedIn)
  return (
    <div ref={place} className="account-entry" data-loading={loading || undefined}>
      {isSignedIn ? (
        session && loaded && <loaded.Menu session={session} />
      ) : (
        <GetStartedButton size="sm" variant="outline" className="in-welcome:hidden">
          Get Started
        </GetStartedButton>
      )}
    </div>
  )
}

/** Loads the account menu lazily, for signed-in visitors only. */
function useAccountMenu(needed: boolean): { Menu: Menu } | null {
  const [menu, setMenu] = useState<{ Menu: Menu } | null>(null)
  useEffect(() => {
    if (!needed || menu) return
    let mounted = true
    const fetchMenu = () => {
      if (!mounted) return
      loadMenu().then(
        (Menu) => setMenu({ Menu }),
        // Retries loading the account menu after a network error. Otherwise the menu would be missing until the page is reloaded.
        () => setTimeout(fetchMenu, MENU_RETRY_MS),
      )
    }
    fetchMenu()
    return () => {
      mounted = false
    }
  }, [needed, menu])
  return menu
}

function loadMenu(): Promise<Menu> {
  return import('./account-menu.tsx').then((it) => it.AccountMenu)
}

/**
 * React hook that restores the focus after signing in or out, which removes the control that had it. Moves the focus to the control that
 * replaced it, unless the focus is already elsewhere. `isSignedIn` is null until the sign-in state is known and rendered.
 */
function useRestoredFocus(isSignedIn: boolean | null) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef<boolean | null>(null)
  useEffect(() => {
    if (isSignedIn === null) return
    const changed = before.current !== null && before.current !== isSignedIn
    before.current = isSignedIn
    if (!changed) return
    return afterDialogs(() => {
      if (!isFocusLost()) return
      const controls = [...(place.current?.querySelectorAll<HTMLElement>('a, button, summary') ?? [])]
      controls.find(isShown)?.focus()
    })
  }, [isSignedIn])
  return place
}

/**
 * Calls `call`, which moves the focus, as soon as no dialog is open, because a closing dialog would move the focus again. Returns a
 * function that cancels the call.
 */
function afterDialogs(call: () => void): () => void {
  const controller = new AbortController()
  const proceed = () => {
    if (document.querySelector('dialog[open]')) return
    controller.abort()
    call()
  }
  // The close event fires after a dialog has closed. It does not bubble, so the listener uses the capture phase.
  document.addEventListener('close', proceed, { capture: true, signal: controller.signal })
  proceed()
  return () => controller.abort()
}

/**
 * Returns whether no visible element has the focus. Checks visibility too, because until the next frame browsers leave the focus on an
 * element that was just hidden.
 */
function isFocusLost(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || !isShown(activeElement)
}
