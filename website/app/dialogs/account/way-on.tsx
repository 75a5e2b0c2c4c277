import { useState } from 'react'
import { sendMail, signOut } from '../../backend/account.ts'
import { openContact, openDialogs } from '../open-dialog.ts'
import { refusalOf, type Way } from './account-errors.ts'
import { rememberedEmail, showAccount } from './account-view.ts'
import { goOnToMail } from './mail-sent.ts'
import { useStillHere } from './use-still-here.ts'

const labels: Record<Way, string> = {
  'confirm-mail': 'Send the mail again',
  'new-password': 'Choose a new password',
  'magic-code': 'Have a code mailed to you',
  'second-factor': 'Go to the second step',
  'sign-in': 'Sign in',
  contact: 'Write to the founders',
}

/** The button beside a refusal that leads on. */
export function WayOn({ way }: { way: Way }) {
  const [failure, setFailure] = useState<string | null>(null)
  const isStillHere = useStillHere()
  const go = async () => setFailure(await take(way, isStillHere))
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

/** Goes that way; answers a sentence when it is barred. */
async function take(way: Way, isStillHere: () => boolean): Promise<string | null> {
  switch (way) {
    case 'confirm-mail': {
      const email = rememberedEmail()
      const sent = await sendMail('signup', email)
      if (!sent.ok) return refusalOf(sent.error).text
      goOnToMail(isStillHere(), 'signup', email)
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
      // What is left of the session here is of no use; the service has ended it already.
      await signOut('local')
      // The view may have changed by itself, with the session; who has closed the dialog is left alone.
      if (openDialogs().includes('account')) showAccount({ name: 'sign-in' })
      return null
    case 'contact':
      openContact()
      return null
  }
}
