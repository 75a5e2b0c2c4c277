import { useEffect, useRef } from 'react'
import { type AuthenticatorEnrolment, verifyAuthenticatorCode } from '../../../backend/factors.ts'
import { AccountForm } from '../account-form.tsx'
import { extractDigits } from '../checks.ts'
import { CodeField } from '../fields/code-field.tsx'
import { useAccountForm } from '../use-account-form.ts'
import { accountWords } from '../words.ts'

type EnrolAuthenticatorProps = { enrolment: AuthenticatorEnrolment; onDone: () => void }

/** Shows the secret for an authenticator app as a QR code and as text, and asks for the first code, which completes the enrolment. */
export function EnrolAuthenticatorForm({ enrolment, onDone }: EnrolAuthenticatorProps) {
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
