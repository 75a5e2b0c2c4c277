import { loadSupabaseClient } from '../../backend/client.ts'
import { needsSecondFactor } from '../../backend/second-factor.ts'
import { type AccountErrorMessage, describeAccountError, UNFINISHED_SIGN_IN_ERROR } from './account-errors.ts'
import { showAccountView } from './account-view.ts'

/** Query and fragment parameters that the auth service adds to the redirect URL after a sign-in. */
const PARTS = ['code', 'error', 'error_code', 'error_description', 'sb']

/**
 * Completes a sign-in with Google: waits until supabase-js has created a session from the redirect URL, removes the parameters from the
 * URL, and opens the account dialog for the second factor or for the error of a failed sign-in.
 */
export async function finishSignInRedirect(): Promise<void> {
  const { refusal, session } = await readReturn()
  cleanAddress()
  if (refusal) showAccountView({ name: 'sign-in', refusal })
  else if (needsSecondFactor(session)) showAccountView({ name: 'second-factor' })
}

async function readReturn() {
  try {
    const { auth } = await loadSupabaseClient()
    const { error } = await auth.initialize()
    if (error) return refused(describeAccountError(error, 'link'))
    // supabase-js leaves the code in the URL when another browser started the sign-in, because this browser then has no PKCE verifier.
    if (new URLSearchParams(location.search).has('code')) return refused(UNFINISHED_SIGN_IN_ERROR)
    return { refusal: null, session: (await auth.getSession()).data.session }
  } catch (error) {
    return refused(describeAccountError(error, 'link'))
  }
}

function refused(refusal: AccountErrorMessage) {
  return { refusal, session: null }
}

function cleanAddress() {
  const url = new URL(location.href)
  for (const name of PARTS) url.searchParams.delete(name)
  if (/[#&](access_token|error_code|error_description)=/.test(url.hash)) url.hash = ''
  history.replaceState(history.state, '', url)
}
