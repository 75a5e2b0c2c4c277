import { showToast } from '@site/ui/toast-store.ts'
import { useEffect } from 'react'
import { useSession } from '../../backend/session.ts'
import { SIGNED_OUT_ERROR } from './account-errors.ts'
import { type AccountView, showAccountView } from './account-view.ts'
import { accountToasts } from './words.ts'

type Follow = { open: boolean; view: AccountView; onDone: () => void }

/**
 * Updates the account dialog when the session changes: by its own form, by a link that was opened in another tab, or by a sign-out on
 * another device. After a sign-in the dialog asks for the second factor if the account has one, and closes otherwise.
 */
export function useFollowSession({ open, view, onDone }: Follow): void {
  const { loading, session, isSignedIn } = useSession()
  useEffect(() => {
    if (!open || loading) return
    if (session === null) {
      if (view.name === 'second-factor') showAccountView({ name: 'sign-in' })
      else if (needsSession(view)) showAccountView({ name: 'sign-in', refusal: { ...SIGNED_OUT_ERROR, way: null } })
    } else if (!isSignedIn) {
      if (view.name === 'new-password') showAccountView({ name: 'second-factor', next: 'new-password' })
      else if (view.name === 'sign-in')
        showAccountView({ name: 'second-factor', ...(view.next && { next: view.next }) })
      else if (isCompleteWhenSignedIn(view)) showAccountView({ name: 'second-factor' })
    } else if ((view.name === 'second-factor' || view.name === 'sign-in') && view.next) {
      showAccountView({ name: view.next })
    } else if (view.name === 'second-factor' || isCompleteWhenSignedIn(view)) {
      onDone()
      showToast({ kind: 'success', ...accountToasts.signedIn })
    }
  }, [open, loading, session, isSignedIn, view, onDone])
}

/**
 * Returns whether a view of the account dialog is complete once the visitor is signed in. Password recovery is not, because the new
 * password must still be set.
 */
export function isCompleteWhenSignedIn(view: AccountView): boolean {
  return (
    ['sign-in', 'sign-up', 'magic-code'].includes(view.name) ||
    (view.name === 'check-mail' && view.purpose !== 'recovery')
  )
}

function needsSession({ name }: AccountView): boolean {
  return ['new-password', 'change-password', 'authenticator', 'passkeys'].includes(name)
}
