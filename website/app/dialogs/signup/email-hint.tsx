import { signupWords } from './form.ts'
import { suggestEmail } from './suggest-email.ts'

type EmailHintProps = { email: string; stillTyping: boolean; onTake: (email: string) => void }

/**
 * The hint below the e-mail field. It says how the address is used or, for a probably mistyped address, suggests a correction that one
 * press accepts. The suggestion replaces the hint, which avoids a layout shift.
 */
export function EmailHint({ email, stillTyping, onTake }: EmailHintProps) {
  const meant = suggestEmail(email)
  // While the visitor types, 'gmail.co' may be the beginning of 'gmail.com', so it is not treated as a typo yet.
  const shown = meant && !(stillTyping && meant.startsWith(email)) ? meant : null
  return (
    <span role="status">
      {shown ? (
        <span key="meant">
          {signupWords.didYouMean}{' '}
          <button
            type="button"
            className="text-link mx-1 -my-0.5 rounded-card py-0.5 font-semibold outline-offset-0"
            onClick={() => onTake(shown)}
          >
            {shown}
          </button>
          ?
        </span>
      ) : (
        <span key="use">{signupWords.emailHint}</span>
      )}
    </span>
  )
}
