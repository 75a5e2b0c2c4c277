import { useEffect } from 'react'
import { isSignInRedirect } from '../backend/session.ts'
import { onPasswordRecovery } from '../backend/session-store.ts'
import { showAccountView } from '../dialogs/account/account-view.ts'

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

function finish(): Promise<void> {
  return import('../dialogs/account/finish-sign-in-return.ts').then((it) => it.finishSignInRedirect())
}

function openMailedLink() {
  const [, query] = /^#confirm\?(.*)$/.exec(location.hash) ?? []
  if (query === undefined) return
  history.replaceState(history.state, '', location.pathname + location.search)
  const facts = new URLSearchParams(query)
  const tokenHash = facts.get('token_hash')
  const type = facts.get('type')
  if (tokenHash && type) showAccountView({ name: 'confirm-link', type, tokenHash })
}
