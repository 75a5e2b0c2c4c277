import { words } from './form.ts'
import { suggestEmail } from './suggest-email.ts'

type EmailHintProps = { email: string; stillTyping: boolean; onTake: (email: string) => void }

/**
 * What the address is for, or the address that was probably meant: one press takes it, leaving it alone is fine. One
 * takes the place of the other, so that nothing moves under a pointer on its way to the button.
 */
export function EmailHint({ email, stillTyping, onTake }: EmailHintProps) {
  const meant = suggestEmail(email)
  // 'gmail.co' may be a slip or 'gmail.com' under way.
  const shown = meant && !(stillTyping && meant.startsWith(email)) ? meant : null
  return (
    <span role="status">
      {shown ? (
        <span key="meant">
          {words.didYouMean}{' '}
          <button type="button" className="text-link -my-1 py-1 font-semibold" onClick={() => onTake(shown)}>
            {shown}
          </button>
          ?
        </span>
      ) : (
        <span key="use">{words.emailHint}</span>
      )}
    </span>
  )
}
