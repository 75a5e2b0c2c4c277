import { useSession } from '../backend/session.ts'
import { openSignInView, showAccountView } from '../dialogs/account/account-view.ts'
import { preloadDialog } from '../dialogs/dialog-host.tsx'

const prepare = () => preloadDialog('account')

/**
 * A list item with a button that opens the account dialog, at the second-factor view when the stored session still needs its second factor.
 * Nothing for a signed-in visitor, whose account menu is in the navigation bar.
 */
export function SignInEntry({ className }: { className: string }) {
  const { loading, session, isSignedIn } = useSession()
  if (isSignedIn) return null
  const open = () => {
    if (session) showAccountView({ name: 'second-factor' })
    else openSignInView()
  }
  return (
    <li className="noscript:hidden" data-loading={loading || undefined}>
      <button type="button" className={className} onPointerEnter={prepare} onFocus={prepare} onClick={open}>
        Sign in
      </button>
    </li>
  )
}
