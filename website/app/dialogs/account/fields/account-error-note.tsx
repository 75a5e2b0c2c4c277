import { Button } from '@site/ui/button.tsx'
import { useBusyAction } from '@site/ui/use-busy-action.ts'
import { useState } from 'react'
import { requestAuthMail, signOut } from '../../../backend/account.ts'
import { getOpenDialogs, showContactDialog } from '../../open-dialog.ts'
import { type AccountErrorMessage, type AccountNextStep, describeAccountError } from '../account-errors.ts'
import { readTypedEmail, showAccountView } from '../account-view.ts'
import { showMailSent } from '../mail-sent.ts'
import { useIsMounted } from '../use-is-mounted.ts'
import { accountWords } from '../words.ts'

type RefusalNoteProps = { refusal: AccountErrorMessage; besideField?: boolean }

/**
 * Shows the error of a form's last submission and a button for the next step. Omits the message when it is already shown beside a form
 * field.
 */
export function AccountErrorNote({ refusal: { text, way }, besideField = false }: RefusalNoteProps) {
  if (besideField) {
    return (
      way && (
        <p>
          <AccountErrorActionButton way={way} />
        </p>
      )
    )
  }
  return (
    <p className="rounded-card border border-danger p-4 text-sm">
      <span role="alert">{text}</span> {way && <AccountErrorActionButton way={way} />}
    </p>
  )
}

const labels: Record<AccountNextStep, string> = {
  'confirm-mail': 'Send the email again',
  'new-password': 'Choose a new password',
  'magic-code': 'Email me a code',
  'second-factor': 'Go to the second step',
  'sign-in': 'Sign in',
  contact: 'Write to us',
}

/** The button below an error message that takes the visitor to the next step, such as requesting a new code. */
function AccountErrorActionButton({ way }: { way: AccountNextStep }) {
  const [failure, setFailure] = useState<string | null>(null)
  const isStillHere = useIsMounted()
  const { run } = useBusyAction(() => setFailure(describeAccountError(null).text))
  const go = () => run(async () => setFailure(await perform(way, isStillHere)))
  return (
    <>
      <button type="button" className="text-link py-1 font-semibold" onClick={go}>
        {labels[way]}
      </button>
      {failure && (
        <span role="alert" className="mt-2 block font-medium text-danger">
          {failure}
        </span>
      )}
    </>
  )
}

/** Performs the next step that an error message offered. Returns an error message when the step fails, otherwise null. */
async function perform(way: AccountNextStep, isStillHere: () => boolean): Promise<string | null> {
  switch (way) {
    case 'confirm-mail': {
      const email = readTypedEmail()
      const sent = await requestAuthMail('signup', email)
      if (!sent.ok) return describeAccountError(sent.error).text
      showMailSent(isStillHere(), 'signup', email)
      return null
    }
    case 'new-password':
      showAccountView({ name: 'forgotten-password' })
      return null
    case 'magic-code':
    case 'second-factor':
      showAccountView({ name: way })
      return null
    case 'sign-in':
      // Removes the stored session, which the auth service has already ended.
      await signOut('local')
      // Signing out may have changed the dialog's view, so this sets it to sign-in, unless the visitor has closed the dialog meanwhile.
      if (getOpenDialogs().includes('account')) showAccountView({ name: 'sign-in' })
      return null
    case 'contact':
      showContactDialog()
      return null
  }
}

/** Shows the error and a retry button in place of a list (passkeys, authenticator apps) that could not be loaded. */
export function LoadErrorNote({ refusal, reload }: { refusal: AccountErrorMessage; reload: () => void }) {
  return (
    <div className="grid gap-4">
      <AccountErrorNote refusal={refusal} />
      <Button variant="outline" onClick={reload}>
        {accountWords.tryAgain}
      </Button>
    </div>
  )
}
