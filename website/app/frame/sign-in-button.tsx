import { useSession } from '../backend/session.ts'
import { openSignInView, showAccountView } from '../dialogs/account/account-view.ts'
import { preloadDialog } from '../dialogs/dialog-host.tsx'

const prepare = () => preloadDialog('account')

/** A button that opens the account dialog, at the second-factor view when the stored session still needs its second factor. */
export function SignInButton({ className }: { className: string }) {
  const { session } = useSession()
  const open = () => {
    if (session) showAccountView({ name: 'second-factor' })
    else openSignInView()
  }
  return (
    <button type="button" className={className} onPointerEnter={prepare} onFocus={prepare} onClick={open}>
      Sign in
    </button>
  )
}
