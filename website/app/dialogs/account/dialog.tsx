import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../backend/session.ts'
import { FormDialog } from '../form-dialog.tsx'
import type { DialogControlProps } from '../open-dialog.ts'
import { reportNoSubmission, SubmissionContext } from '../submission.ts'
import { type AccountView, resetAccountView, useAccountView } from './account-view.ts'
import { focusAccountView } from './focus-view.ts'
import { AuthenticatorView } from './manage/authenticator.tsx'
import { PasskeysView } from './manage/passkeys-view.tsx'
import { ChangePasswordForm, NewPasswordForm } from './manage/password-forms.tsx'
import { ConfirmLinkView, IncompleteLinkNote, OtherMailboxNote } from './recover/confirm-link.tsx'
import { RequestMailForm } from './recover/request-mail-form.tsx'
import { SecondFactorForm } from './sign-in/second-factor.tsx'
import { SignInView } from './sign-in/sign-in.tsx'
import { CheckMailForm } from './sign-up/check-mail.tsx'
import { SignUpView } from './sign-up/sign-up.tsx'
import { isCompleteWhenSignedIn, useFollowSession } from './use-follow-session.ts'
import { getAccountHeading } from './words.ts'

/** The account dialog: sign-in, sign-up and account settings, one view at a time. */
export function AccountDialog({ open, onClose }: DialogControlProps) {
  const view = useAccountView()
  const { title, subtitle } = getAccountHeading(view)
  const { session } = useSession()
  // `isOver` is also true when the sign-in completed while the dialog was closed, for example in another tab.
  const isOver = session !== null && isCompleteWhenSignedIn(view)
  useFollowSession({ open, view, onDone: onClose })
  return (
    <FormDialog
      name="account"
      open={open}
      onClose={onClose}
      title={title}
      subtitle={subtitle}
      onReset={resetAccountView}
      isOver={isOver}
    >
      {/* A response that arrives after closing is shown in a toast, and changes no form that was opened meanwhile. */}
      <SubmissionContext value={reportNoSubmission}>
        <Views view={view} title={title} onDone={onClose} />
      </SubmissionContext>
    </FormDialog>
  )
}

type ViewsProps = { view: AccountView; title: string; onDone: () => void }

function Views({ view, title, onDone }: ViewsProps) {
  const { place, announcement } = useEnteredView(view.name, title)
  return (
    <div ref={place}>
      <ViewOf key={view.name === 'confirm-link' ? view.tokenHash : view.name} view={view} onDone={onDone} />
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </div>
  )
}

function ViewOf({ view, onDone }: { view: AccountView; onDone: () => void }) {
  switch (view.name) {
    case 'sign-in':
      return <SignInView refusal={view.refusal} />
    case 'sign-up':
      return <SignUpView />
    case 'magic-code':
      return <RequestMailForm purpose="email" />
    case 'forgotten-password':
      return <RequestMailForm purpose="recovery" />
    case 'check-mail':
      return <CheckMailForm purpose={view.purpose} email={view.email} />
    case 'confirm-link':
      return view.type === null || view.tokenHash === null ? (
        <IncompleteLinkNote type={view.type} />
      ) : (
        <ConfirmLinkView type={view.type} tokenHash={view.tokenHash} onDone={onDone} />
      )
    case 'other-mailbox':
      return <OtherMailboxNote onDone={onDone} />
    case 'second-factor':
      return <SecondFactorForm />
    case 'new-password':
      return <NewPasswordForm onDone={onDone} />
    case 'change-password':
      return <ChangePasswordForm onDone={onDone} />
    case 'authenticator':
      return <AuthenticatorView />
    case 'passkeys':
      return <PasskeysView />
  }
}

/**
 * Moves the focus to a view that has replaced another in the dialog and announces its title, because the control that had the focus was
 * removed.
 */
function useEnteredView(name: AccountView['name'], title: string) {
  const place = useRef<HTMLDivElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const shown = useRef(name)
  useEffect(() => {
    if (shown.current === name) return
    shown.current = name
    // Does nothing while the dialog itself opens: the browser then moves the focus, and screen readers announce the dialog.
    if (!place.current?.closest('dialog[open]')) return
    const isTitleFocused = focusAccountView(place.current)
    setAnnouncement(isTitleFocused ? '' : title) // because screen readers read the title when it gets the focus
  }, [name, title])
  return { place, announcement }
}
