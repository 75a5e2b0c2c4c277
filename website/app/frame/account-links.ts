import { CHANGE_PASSWORD } from '@site/contract/change-password'
import { useEffect, useState } from 'react'
import { isSignInRedirect } from '../backend/session.ts'
import { onPasswordRecovery, type SessionState } from '../backend/session-store.ts'
import { showAccountView } from '../dialogs/account/account-view.ts'
import { readMailedLink } from './mailed-link.ts'

/**
 * Opens the account dialog when the URL comes from a link in a mail (`/#confirm?token_hash=…&type=…`) or from a sign-in redirect of
 * Google. Removes the secret token from the URL at once, so that the visitor does not copy or share it.
 */
export function useAccountLinks(): void {
  useEffect(() => {
    if (isSignInRedirect()) {
      onPasswordRecovery(() => showAccountView({ name: 'new-password' }))
      void finish()
    }
    openMailedLink()
    // A link from a mail that is opened in a tab that already shows the site changes only the fragment, without loading the page.
    addEventListener('hashchange', openMailedLink)
    return () => removeEventListener('hashchange', openMailedLink)
  }, [])
}

/** Opens the form for changing the password at the address to which password managers lead, after a sign-in if the visitor is signed out. */
export function useChangePasswordLink({ loading, isSignedIn }: Pick<SessionState, 'loading' | 'isSignedIn'>): void {
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    const onChange = () => {
      if (`/${location.hash}` !== CHANGE_PASSWORD.page) return
      history.replaceState(history.state, '', location.pathname + location.search)
      setAsked(true)
    }
    onChange()
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])
  useEffect(() => {
    if (!isAsked || loading) return
    setAsked(false)
    showAccountView(isSignedIn ? { name: 'change-password' } : { name: 'sign-in', next: 'change-password' })
  }, [isAsked, loading, isSignedIn])
}

function finish(): Promise<void> {
  return import('../dialogs/account/finish-sign-in-return.ts').then(
    (it) => it.finishSignInRedirect(),
    () => {}, // the chunk failed to load; a reload, which still has the parameters in the URL, finishes the sign-in
  )
}

function openMailedLink() {
  const link = readMailedLink(location.href)
  if (link?.page !== 'account') return
  history.replaceState(history.state, '', location.pathname + location.search)
  const { type, tokenHash } = link
  showAccountView({ name: 'confirm-link', type, tokenHash })
}
