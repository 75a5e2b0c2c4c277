import type { Session } from '@supabase/supabase-js'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useSession } from '../backend/session.ts'
import { useAccountLinks } from './account-links.ts'
import { SignInButton } from './sign-in-button.tsx'
import { GetStartedButton } from './signup-button.tsx'

const MENU_RETRY_MS = 5_000

type Menu = ComponentType<{ session: Session }>

/**
 * The end of the bar: the ways in for visitors who are not signed in, the account's menu for those who are. Until that is
 * known its place is kept empty, so that nothing jumps or flashes; it is as wide for the one as for the other.
 */
export function AccountEntry() {
  useAccountLinks()
  const { loading, session, isSignedIn } = useSession()
  const loaded = useAccountMenu(isSignedIn)
  const place = useFocusKeeper(loading || (isSignedIn && !loaded) ? null : isSignedIn)
  return (
    <div ref={place} className={loading ? 'account-entry invisible noscript:visible' : 'account-entry'}>
      {isSignedIn ? (
        session && loaded && <loaded.Menu session={session} />
      ) : (
        <>
          <SignInButton className="nav-link max-md:hidden noscript:hidden" />
          <GetStartedButton size="sm">Get Started</GetStartedButton>
        </>
      )}
    </div>
  )
}

/** Most visitors are not signed in: the menu is fetched for those who are. */
function useAccountMenu(needed: boolean): { Menu: Menu } | null {
  const [menu, setMenu] = useState<{ Menu: Menu } | null>(null)
  useEffect(() => {
    if (!needed || menu) return
    let here = true
    const fetchMenu = () => {
      if (!here) return
      loadMenu().then(
        (Menu) => setMenu({ Menu }),
        // The network is gone, and so is everything the menu offers. Both may come back.
        () => setTimeout(fetchMenu, MENU_RETRY_MS),
      )
    }
    fetchMenu()
    return () => {
      here = false
    }
  }, [needed, menu])
  return menu
}

function loadMenu(): Promise<Menu> {
  return import('./account-menu.tsx').then((it) => it.AccountMenu)
}

/**
 * Signing in and out takes away the control that did it: the focus goes to what has come in its place, unless it is
 * somewhere else by then. `isSignedIn` is null until that is known and drawn.
 */
function useFocusKeeper(isSignedIn: boolean | null) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef<boolean | null>(null)
  useEffect(() => {
    if (isSignedIn === null) return
    const changed = before.current !== null && before.current !== isSignedIn
    before.current = isSignedIn
    if (!changed) return
    return afterDialogs(() => {
      if (!isFocusLost()) return
      const controls = [...(place.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
      controls.find((control) => control.checkVisibility())?.focus()
    })
  }, [isSignedIn])
  return place
}

/** Calls once no dialog is open: it gives the focus back to where it came from. Answers what takes the call back. */
function afterDialogs(call: () => void): () => void {
  const callOff = new AbortController()
  const proceed = () => {
    if (document.querySelector('dialog[open]')) return
    callOff.abort()
    call()
  }
  // A dialog's own event does not bubble, and comes after it has closed.
  document.addEventListener('close', proceed, { capture: true, signal: callOff.signal })
  proceed()
  return () => callOff.abort()
}

/** A browser leaves the focus on what has just been hidden until it draws the next frame. */
function isFocusLost(): boolean {
  const { activeElement, body } = document
  return activeElement === body || !activeElement?.checkVisibility()
}
