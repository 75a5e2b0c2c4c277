import type { Session } from '@supabase/supabase-js'
import { type AuthCallOutcome, callAuth, type SupabaseAuthClient } from './auth-call.ts'

/** The fields of the form that creates an account. */
export type NewAccount = { name: string; email: string; password: string }

/** Signs in with a password. The session is not returned: supabase-js emits it as an event, and the session store gets it from there. */
export function signIn(email: string, password: string): Promise<AuthCallOutcome<unknown>> {
  return callAuth((auth) => auth.signInWithPassword({ email, password }))
}

/** Starts a sign-in with Google by a redirect; Google redirects back to the home page. Resolves before the browser leaves the page. */
export function signInWithGoogle(): Promise<AuthCallOutcome<unknown>> {
  return callAuth((auth) => auth.signInWithOAuth({ provider: 'google', options: { redirectTo: location.origin } }))
}

/**
 * Creates an account. The response is the same for an email address that already has an account, so it does not reveal whether one
 * exists. `session` is null when the email address must be confirmed first.
 */
export function signUp({ name, email, password }: NewAccount): Promise<AuthCallOutcome<{ session: Session | null }>> {
  const options = { data: { name }, emailRedirectTo: location.origin }
  return callAuth((auth) => auth.signUp({ email, password, options }))
}

/** Purpose of a mail with a sign-in code and a link. It determines which calls of supabase-js send the mail and verify its code. */
export type AuthMailPurpose = 'signup' | 'email' | 'recovery'

/** Requests a mail with a code and a link: to confirm an email address, to sign in without a password, or to set a new password. */
export function requestAuthMail(purpose: AuthMailPurpose, email: string): Promise<AuthCallOutcome<unknown>> {
  const emailRedirectTo = location.origin
  return callAuth((auth): Promise<{ data: unknown; error: unknown }> => {
    if (purpose === 'signup') return auth.resend({ type: 'signup', email, options: { emailRedirectTo } })
    if (purpose === 'recovery') return auth.resetPasswordForEmail(email, { redirectTo: emailRedirectTo })
    // `shouldCreateUser: false` is not set, because an error for an email address without an account would reveal which addresses have
    // one.
    return auth.signInWithOtp({ email, options: { emailRedirectTo } })
  })
}

/** Verifies the six-digit code of a mail and signs in. */
export function redeemMailCode(
  purpose: AuthMailPurpose,
  email: string,
  code: string,
): Promise<AuthCallOutcome<unknown>> {
  return callAuth((auth) => auth.verifyOtp({ type: purpose, email, token: code }))
}

/**
 * Verifies the one-time token of a link in a mail and signs in. A change of the email address must be confirmed from the old and
 * the new mailbox; after the first of the two confirmations, `session` is null.
 */
export function redeemMailLink(type: string, tokenHash: string): Promise<AuthCallOutcome<{ session: Session | null }>> {
  return callAuth((auth) => auth.verifyOtp({ type, token_hash: tokenHash }))
}

/**
 * Sets a new password for the signed-in account and ends its other sessions. `current`, the current password, is not needed after a
 * password recovery.
 */
export function setPassword(password: string, current?: string): Promise<AuthCallOutcome<unknown>> {
  return callAuth((auth) => auth.updateUser({ password, ...(current && { current_password: current }) }))
}

/** The sessions that a sign-out ends: the current one, all others, or all. */
export type SignOutScope = NonNullable<Parameters<SupabaseAuthClient['signOut']>[0]>['scope'] & string

/** Signs out. With the scope `local` the stored session is removed even when the auth service cannot be reached. */
export function signOut(scope: SignOutScope): Promise<AuthCallOutcome<unknown>> {
  return callAuth(async (auth) => ({ data: null, ...(await auth.signOut({ scope })) }))
}
