import type { Session } from '@supabase/supabase-js'
import { type Auth, callAuth, type Outcome } from './auth-call.ts'

/** What a new account is made of. */
export type NewAccount = { name: string; email: string; password: string }

/** Signs in with a password. The session reaches the page through the session store. */
export function signIn(email: string, password: string): Promise<Outcome<unknown>> {
  return callAuth((auth) => auth.signInWithPassword({ email, password }))
}

/** Goes to Google and comes back to the site's first page, signed in. Resolves before the page is left. */
export function signInWithGoogle(): Promise<Outcome<unknown>> {
  return callAuth((auth) => auth.signInWithOAuth({ provider: 'google', options: { redirectTo: location.origin } }))
}

/**
 * Makes an account. The answer for an address that has one already is the same, so it tells nothing; a session comes
 * only where the service does not ask for a confirmation.
 */
export function signUp({ name, email, password }: NewAccount): Promise<Outcome<{ session: Session | null }>> {
  const options = { data: { name }, emailRedirectTo: location.origin }
  return callAuth((auth) => auth.signUp({ email, password, options }))
}

/** What a mail with a code and a link is for; each is sent, and its code checked, in its own way. */
export type MailPurpose = 'signup' | 'email' | 'recovery'

/** Has a mail with a code and a link sent: to confirm an address, to sign in without a password, or to choose a new one. */
export function sendMail(purpose: MailPurpose, email: string): Promise<Outcome<unknown>> {
  const emailRedirectTo = location.origin
  return callAuth((auth): Promise<{ data: unknown; error: unknown }> => {
    if (purpose === 'signup') return auth.resend({ type: 'signup', email, options: { emailRedirectTo } })
    if (purpose === 'recovery') return auth.resetPasswordForEmail(email, { redirectTo: emailRedirectTo })
    // Also for an address without an account: refusing it would tell who has one.
    return auth.signInWithOtp({ email, options: { emailRedirectTo } })
  })
}

/** Checks the six digits of a mail and signs in. */
export function redeemCode(purpose: MailPurpose, email: string, code: string): Promise<Outcome<unknown>> {
  return callAuth((auth) => auth.verifyOtp({ type: purpose, email, token: code }))
}

/**
 * Uses up what the link in a mail carries and signs in. `session` stays null after the first of the two mails of a change
 * of address: the other mailbox has to agree as well.
 */
export function redeemLink(type: string, tokenHash: string): Promise<Outcome<{ session: Session | null }>> {
  return callAuth((auth) => auth.verifyOtp({ type, token_hash: tokenHash }))
}

/** Gives the signed-in account a new password and ends its other sessions. `current` is left out after a recovery. */
export function setPassword(password: string, current?: string): Promise<Outcome<unknown>> {
  return callAuth((auth) => auth.updateUser({ password, ...(current && { current_password: current }) }))
}

/** Which sessions a sign-out ends: this one, all but this one, or all. */
export type SignOutScope = NonNullable<Parameters<Auth['signOut']>[0]>['scope'] & string

/** Signs out. On this device that works without the service too, which then learns of it when the session is next used. */
export function signOut(scope: SignOutScope): Promise<Outcome<unknown>> {
  return callAuth(async (auth) => ({ data: null, ...(await auth.signOut({ scope })) }))
}
