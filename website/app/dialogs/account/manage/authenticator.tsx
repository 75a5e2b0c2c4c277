import { Button } from '@site/ui/button.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { useEffect, useRef, useState } from 'react'
import {
  type AuthenticatorEnrolment,
  beginAuthenticatorEnrolment,
  listAuthenticators,
  removeAuthenticator,
  verifyAuthenticatorCode,
} from '../../../backend/factors.ts'
import { brand } from '../../../brand.ts'
import { AccountForm } from '../account-form.tsx'
import { extractDigits } from '../checks.ts'
import { AccountErrorNote, LoadErrorNote } from '../fields/account-error-note.tsx'
import { CodeField } from '../fields/fields.tsx'
import { RemovableList } from '../fields/removable-list.tsx'
import { focusDialogTitle } from '../focus-view.ts'
import { useAccountForm } from '../use-account-form.ts'
import { useAuthAction, useAuthCallOnMount } from '../use-auth-calls.ts'
import { accountToasts, accountWords } from '../words.ts'

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

type EnrolAuthenticatorProps = { enrolment: AuthenticatorEnrolment; onDone: () => void }

/** Shows the secret for an authenticator app as a QR code and as text, and asks for the first code, which completes the enrolment. */
function EnrolAuthenticatorForm({ enrolment, onDone }: EnrolAuthenticatorProps) {
  const { factorId, picture, secret, link } = enrolment
  const form = useAccountForm({
    initial: { code: '' },
    send: ({ code }) => verifyAuthenticatorCode(factorId, extractDigits(code)),
    onDone,
  })
  const steps = useRef<HTMLParagraphElement>(null)
  useEffect(() => steps.current?.focus(), [])
  return (
    <div className="grid gap-5">
      <p ref={steps} tabIndex={-1} className="outline-none">
        Scan this with your authenticator app, then enter the code it shows.
      </p>
      <img
        src={picture}
        width="208"
        height="208"
        alt={accountWords.qrCode}
        className="mx-auto size-52 rounded-card border border-line bg-print p-3"
      />
      {link.startsWith('otpauth://') && (
        <p className="text-center">
          <a href={link} className="text-link inline-flex min-h-11 items-center font-semibold">
            {accountWords.openApp}
          </a>
        </p>
      )}
      <div>
        <p className="text-sm text-muted">{accountWords.secret}</p>
        <p className="mt-1 rounded-card bg-table px-3 py-2 font-mono text-sm wrap-anywhere select-all">
          {grouped(secret)}
        </p>
        <p className="mt-2 text-sm text-muted">
          Keep a copy somewhere safe. It’s your way back in if you lose your phone.
        </p>
      </div>
      <AccountForm form={form} submit={accountWords.turnOn} sending={accountWords.checking}>
        <CodeField {...form.bind('code')} label={accountWords.appCode} />
      </AccountForm>
    </div>
  )
}

/** Formats the secret of an authenticator app in groups of four characters, for readability. */
function grouped(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
