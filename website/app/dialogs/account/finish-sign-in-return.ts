import { loadClient } from '../../backend/client.ts'
import { awaitsSecondFactor } from '../../backend/second-factor.ts'
import { type Refusal, refusalOf, UNFINISHED } from './account-errors.ts'
import { showAccount } from './account-view.ts'

/** What the auth service puts into the address of the page it leads back to. */
const PARTS = ['code', 'error', 'error_code', 'error_description', 'sb']

/**
 * Waits until supabase-js has made a session of what the address brought, takes the rest of it out of the address, and
 * opens the dialog where something is left to do: a second step, or a sign-in that failed.
 */
export async function finishSignInReturn(): Promise<void> {
  const { refusal, session } = await readReturn()
  cleanAddress()
  if (refusal) showAccount({ name: 'sign-in', refusal })
  else if (awaitsSecondFactor(session)) showAccount({ name: 'second-factor' })
}

async function readReturn() {
  try {
    const { auth } = await loadClient()
    const { error } = await auth.initialize()
    if (error) return refused(refusalOf(error, 'link'))
    // Left over where this browser did not begin the sign-in: there is nothing to redeem the code with.
    if (new URLSearchParams(location.search).has('code')) return refused(UNFINISHED)
    return { refusal: null, session: (await auth.getSession()).data.session }
  } catch (error) {
    return refused(refusalOf(error, 'link'))
  }
}

function refused(refusal: Refusal) {
  return { refusal, session: null }
}

function cleanAddress() {
  const url = new URL(location.href)
  for (const name of PARTS) url.searchParams.delete(name)
  if (/[#&](access_token|error_code|error_description)=/.test(url.hash)) url.hash = ''
  history.replaceState(history.state, '', url)
}
