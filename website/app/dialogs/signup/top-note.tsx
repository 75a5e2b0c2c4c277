import { signupWords } from './form.ts'
import { useMemberSince } from './member-since.ts'
import { goToDownloads } from './settle.ts'

/**
 * The note above the fields. Shows a visitor who has signed up in this browser, or is signed in, the way to the downloads; on a phone tells
 * everyone else that the app runs on computers.
 */
export function TopNote({ isSignedIn, onDone }: { isSignedIn: boolean; onDone: () => void }) {
  const since = useMemberSince()
  if (since === null && !isSignedIn) return <p className="dialog-note pointer-fine:hidden">{signupWords.onPhone}</p>
  return (
    <p className="dialog-note">
      {since === null ? signupWords.signedIn : signupWords.memberSince(since)}{' '}
      <a
        href="/download"
        className="text-link font-semibold"
        onClick={(event) => {
          event.preventDefault()
          void goToDownloads(onDone, null)
        }}
      >
        {signupWords.toDownloads}
      </a>
    </p>
  )
}
