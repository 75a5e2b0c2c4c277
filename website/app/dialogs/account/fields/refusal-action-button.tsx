import { useState } from 'react'
import { sendMail, signOut } from '../../../backend/account.ts'
import { openContact, openDialogs } from '../../open-dialog.ts'
import { type NextStep, refusalOf } from '../account-errors.ts'
import { readTypedEmail, showAccount } from '../account-view.ts'
import { showMailSent } from '../mail-sent.ts'
import { useIsMounted } from '../use-is-mounted.ts'

const labels: Record<NextStep, string> = {
  'confirm-mail': 'Send the mail again',
  'new-password': 'Choose a new password',
  'magic-code': 'Have a code mailed to you',
  'second-factor': 'Go to the second step',
  'sign-in': 'Sign in',
  contact: 'Write to the founders',
}

/** The button for the next step that an error message offers. */
export function RefusalActionButton({ way }: { way: NextStep }) {
  const [failure, setFailure] = useState<string | null>(null)
  const isStillHere = useIsMounted()
  const go = async () => setFailure(await perform(way, isStillHere))
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
async function perform(way: NextStep, isStillHere: () => boolean): Promise<string | null> {
  switch (way) {
    case 'confirm-mail': {
      const email = readTypedEmail()
      const sent = await sendMail('signup', email)
      if (!sent.ok) return refusalOf(sent.error).text
      showMailSent(isStillHere(), 'signup', email)
      return null
    }
    case 'new-password':
      showAccount({ name: 'forgotten-password' })
      return null
    case 'magic-code':
    case 'second-factor':
      showAccount({ name: way })
      return null
    case 'sign-in':
      // Removes the stored session, which the auth service has already ended.
      await signOut('local')
      // Signing out may have changed the view, so it is set to sign-in, unless the visitor has closed the dialog meanwhile.
      if (openDialogs().includes('account')) showAccount({ name: 'sign-in' })
      return null
    case 'contact':
      openContact()
      return null
  }
}
