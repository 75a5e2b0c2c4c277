import { showToast } from '@site/ui/toast-store.ts'
import type { Session } from '@supabase/supabase-js'
import { type SignOutScope, signOut } from '../backend/account.ts'
import { canUsePasskeys } from '../backend/passkeys.ts'
import { readSessionUser } from '../backend/session.ts'
import { describeAccountError } from '../dialogs/account/account-errors.ts'
import { type AccountView, showAccountView } from '../dialogs/account/account-view.ts'
import { useAuthSettings } from '../dialogs/account/use-auth-calls.ts'
import { preloadDialog } from '../dialogs/dialog-host.tsx'
import { DropDown } from './drop-down.tsx'
import '../styles/account-menu.css'

const signOuts: { scope: SignOutScope; label: string; done: string }[] = [
  { scope: 'local', label: 'Sign out', done: 'You’re signed out' },
  { scope: 'others', label: 'Sign out elsewhere', done: 'You’re signed out on every other device' },
  { scope: 'global', label: 'Sign out everywhere', done: 'You’re signed out on every device' },
]

/** The menu of a signed-in user. */
export function AccountMenu({ session }: { session: Session }) {
  const person = readSessionUser(session)
  const shownName = person.name || person.email || 'Your account'
  const hasApp = session.user.factors?.some((factor) => factor.factor_type === 'totp' && factor.status === 'verified')
  const hasPasskeys = useAuthSettings().passkeys && canUsePasskeys()
  return (
    <DropDown
      label={`Account: ${shownName}`}
      buttonClass="account-button"
      onIntent={() => preloadDialog('account')}
      button={
        <>
          <svg
            viewBox="0 0 24 24"
            className="size-6 shrink-0"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
            aria-hidden="true"
          >
            <path d="M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20.5c.6-3.7 3.6-5.7 7.5-5.7s6.9 2 7.5 5.7" />
          </svg>
          <span className="truncate max-md:hidden">{shownName}</span>
        </>
      }
    >
      <div id="account-menu" className="account-menu">
        <div className="border-b border-line px-3 pt-1 pb-3">
          <p className="font-semibold wrap-anywhere">{shownName}</p>
          {person.name && person.email && <p className="text-sm wrap-anywhere text-muted">{person.email}</p>}
        </div>
        <ul className="border-b border-line py-2">
          <li>
            <a href="/download" className="nav-link w-full">
              Download
            </a>
          </li>
          <Entry view="authenticator" label="Authenticator app" state={hasApp ? 'On' : 'Off'} />
          {hasPasskeys && <Entry view="passkeys" label="Passkeys" />}
          <Entry view="change-password" label="Change password" />
        </ul>
        <ul className="pt-2">
          {signOuts.map((way) => (
            <li key={way.scope}>
              <button type="button" className="nav-link w-full" onClick={() => leave(way)}>
                {way.label}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </DropDown>
  )
}

type EntryProps = { view: 'authenticator' | 'passkeys' | 'change-password'; label: string; state?: string }

function Entry({ view, label, state }: EntryProps) {
  const open = () => showAccountView({ name: view } satisfies AccountView)
  return (
    <li>
      <button type="button" className="nav-link w-full justify-between gap-4" onClick={open}>
        {label}
        {state && <span className="text-sm font-normal text-muted">{state}</span>}
      </button>
    </li>
  )
}

async function leave({ scope, done }: (typeof signOuts)[number]) {
  const outcome = await signOut(scope)
  // A sign-out with scope `local` counts as successful even when the auth service cannot be reached, because supabase-js removes the
  // session from this browser in any case.
  if (outcome.ok || scope === 'local') showToast({ kind: 'success', title: done })
  else
    showToast({
      kind: 'error',
      title: 'We couldn’t sign you out',
      text: describeAccountError(outcome.error).text,
    })
}
