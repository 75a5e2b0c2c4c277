import type { Session } from '@supabase/supabase-js'
import { type ComponentType, useEffect, useState } from 'react'
import { awaitsSecondFactor, useSession } from '../backend/session.ts'
import { useAccountLinks } from './account-links.ts'
import { SignInButton } from './sign-in-button.tsx'
import { GetStartedButton } from './signup-button.tsx'

type Menu = ComponentType<{ session: Session }>

/**
 * The end of the bar: the ways in for visitors who are not signed in, the account's menu for those who are. Until that is
 * known its place is kept empty, so that nothing jumps or flashes; it is as wide for the one as for the other.
 */
export function AccountEntry() {
  useAccountLinks()
  const { loading, session } = useSession()
  const isSignedIn = session !== null && !awaitsSecondFactor(session)
  const loaded = useAccountMenu(isSignedIn)
  if (isSignedIn) return <div className="account-entry">{loaded && <loaded.Menu session={session} />}</div>
  return (
    <div className={loading ? 'account-entry invisible noscript:visible' : 'account-entry'}>
      <SignInButton className="nav-link max-md:hidden" />
      <GetStartedButton size="sm">Get Started</GetStartedButton>
    </div>
  )
}

/** Most visitors are not signed in: the menu is fetched for those who are. */
function useAccountMenu(needed: boolean): { Menu: Menu } | null {
  const [menu, setMenu] = useState<{ Menu: Menu } | null>(null)
  useEffect(() => {
    if (!needed || menu) return
    let here = true
    loadMenu().then(
      (Menu) => here && setMenu({ Menu }),
      () => {}, // the network is gone; so is everything the menu offers
    )
    return () => {
      here = false
    }
  }, [needed, menu])
  return menu
}

async function loadMenu(): Promise<Menu> {
  return (await import('./account-menu.tsx')).AccountMenu
}
