import { Button } from '@site/ui/button.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { useState } from 'react'
import {
  type AuthenticatorEnrolment,
  beginAuthenticatorEnrolment,
  listAuthenticators,
  removeAuthenticator,
} from '../../../backend/factors.ts'
import { brand } from '../../../brand.ts'
import { AccountErrorNote } from '../fields/account-error-note.tsx'
import { LoadErrorNote } from '../fields/load-error-note.tsx'
import { RemovableList } from '../fields/removable-list.tsx'
import { focusDialogTitle } from '../focus-view.ts'
import { useAuthAction } from '../use-auth-action.ts'
import { useAuthCallOnMount } from '../use-auth-call-on-mount.ts'
import { accountToasts, accountWords } from '../words.ts'
import { EnrolAuthenticatorForm } from './enrol-authenticator.tsx'

const APP_NAME = 'Authenticator app'

/** Lists the account's authenticator apps, adds and removes them. */
export function AuthenticatorView() {
  const { loaded, reload } = useAuthCallOnMount(listAuthenticators)
  const [enrolment, setEnrolment] = useState<AuthenticatorEnrolment | null>(null)
  const { busy: preparing, refusal, call } = useAuthAction()

  if (loaded.state === 'loading') return <p role="status">{accountWords.loading}</p>
  if (loaded.state === 'failed') return <LoadErrorNote refusal={loaded.refusal} reload={reload} />
  if (enrolment) {
    const finish = () => {
      setEnrolment(null)
      focusDialogTitle()
      reload()
      showToast({ kind: 'success', ...accountToasts.appAdded })
    }
    return <EnrolAuthenticatorForm enrolment={enrolment} onDone={finish} />
  }

  const apps = loaded.value
  const name = freeName(apps.map((app) => app.name))
  const begin = () => call(() => beginAuthenticatorEnrolment(name, brand.name), setEnrolment)

  return (
    <div className="grid gap-5">
      {apps.length > 0 ? (
        <RemovableList
          items={apps}
          fallbackName={APP_NAME}
          remove={removeAuthenticator}
          onRemoved={() => {
            focusDialogTitle()
            reload()
            showToast({ kind: 'success', ...accountToasts.appRemoved })
          }}
        />
      ) : (
        <p>
          An app on your phone shows a new code every 30 seconds. Someone who knows your password still can’t sign in
          without it. Any authenticator app will do, including the one in a password manager.
        </p>
      )}
      {refusal && <AccountErrorNote refusal={refusal} />}
      <Button fullWidth variant={apps.length > 0 ? 'outline' : 'primary'} loading={preparing} onClick={begin}>
        {preparing ? accountWords.preparing : apps.length > 0 ? accountWords.addApp : accountWords.setUpApp}
      </Button>
    </div>
  )
}

/** Returns an unused name for an authenticator app, because the auth service rejects two factors with the same name. */
function freeName(taken: string[]): string {
  let name = APP_NAME
  for (let number = 2; taken.includes(name); number++) name = `${APP_NAME} ${number}`
  return name
}
