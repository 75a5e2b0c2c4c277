import { Icon } from '../../art/icon.tsx'
import { showContactDialog } from '../open-dialog.ts'
import { signupWords } from './form.ts'

/** The notes below the sign-up button: signing up is safe and free, how the e-mail address is used, and whom to ask. */
export function SignupAssurances() {
  return (
    <div className="grid gap-3 text-sm text-muted">
      <ul className="flex flex-wrap justify-center gap-x-6 gap-y-1 font-medium text-ink">
        {signupWords.notes.map((note) => (
          <li key={note} className="flex items-center gap-2">
            <Icon name="check" className="size-4 text-sage" />
            {note}
          </li>
        ))}
      </ul>
      <p className="text-center">
        {signupWords.emailUse}{' '}
        <a href="/privacy" target="_blank" rel="noopener" className="text-link">
          {signupWords.privacy}
        </a>
      </p>
      <p className="text-center">
        {signupWords.question}{' '}
        <button type="button" className="text-link -my-1 py-1" onClick={showContactDialog}>
          {signupWords.writeTo}
        </button>
      </p>
    </div>
  )
}
