import type { Session } from '@supabase/supabase-js'
import { type Auth, callAuth, type Outcome } from './auth-call.ts'

/** Input of a sign-up for an account. */
export type NewAccount = { name: string; email: string; password: string }

/** Signs in with a password. The page gets the session from the session store. */
export function signIn(email: string, password: string): Promise<Outcome<unknown>> {
  return callAuth((auth) => auth.signInWithPassword({ email, password }))
}

/** Redirects to Google, which redirects back to the home page. Resolves before the browser leaves the page. */
export function signInWithGoogle(): Promise<Outcome<unknown>> {
  return callAuth((auth) => auth.signInWithOAuth({ provider: 'google', options: { redirectTo: location.origin } }))
}

/**
 * Creates an account. The response is the same for an address that already has one, so it does not reveal whether an account exists.
 * `session` is null when the address must be confirmed first.
 */
export function signUp({ name, email, password }: NewAccount): Promise<Outcome<{ session: Session | null }>> {
  const options = { data: { name }, emailRedirectTo: location.origin }
  return callAuth((auth) => auth.signUp({ email, password, options }))
}

/** Purpose of a mail with a code and a link. It decides which auth calls send the mail and verify its code. */
export type MailPurpose = 'signup' | 'email' | 'recovery'

/** Requests a mail with a code and a link: to confirm an address, to sign in without a password, or to set a new password. */
export function sendMail(purpose: MailPurpose, email: string): Promise<Outcome<unknown>> {
  const emailRedirectTo = location.origin
  return callAuth((auth): Promise<{ data: unknown; error: unknown }> => {
    if (purpose === 'signup') return auth.resend({ type: 'signup', email, options: { emailRedirectTo } })
    if (purpose === 'recovery') return auth.resetPasswordForEmail(email, { redirectTo: emailRedirectTo })
    // No `shouldCreateUser: false`: refusing an address without an account would reveal who has one.
    return auth.signInWithOtp({ email, options: { emailRedirectTo } })
  })
}

/** Verifies the six-digit code of a mail and signs in. */
export function redeemCode(purpose: MailPurpose, email: string, code: string): Promise<Outcome<unknown>> {
  return callAuth((auth) => auth.verifyOtp({ type: purpose, email, token: code }))
}

/**
 * Redeems the one-time token of a link in a mail and signs in. `session` is null after the first of the two mails of a change of address,
 * because the other mailbox must confirm too.
 */
export function redeemLink(type: string, tokenHash: string): Promise<Outcome<{ session: Session | null }>> {
  return callAuth((auth) => auth.verifyOtp({ type, token_hash: tokenHash }))
}

/** Sets a new password for the signed-in account and ends its other sessions. `current` is not needed after a recovery. */
export function setPassword(password: string, current?: string): Promise<Outcome<unknown>> {
  return callAuth((auth) => auth.updateUser({ password, ...(current && { current_password: current }) }))
}

/** The sessions that a sign-out ends: this one, all but this one, or all. */
export type SignOutScope = NonNullable<Parameters<Auth['signOut']>[0]>['scope'] & string

/** Signs out. With the scope `local` the stored session is removed even when the auth service cannot be reached. */
export function signOut(scope: SignOutScope): Promise<Outcome<unknown>> {
  return callAuth(async (auth) => ({ data: null, ...(await auth.signOut({ scope })) }))
}
