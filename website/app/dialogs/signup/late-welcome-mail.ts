import { useSyncExternalStore } from 'react'
import { LATE_WELCOME_MAIL_KEY } from '../../constants.ts'

let lateEmail: string | null = null
const listeners = new Set<() => void>()

/**
 * Records whether the welcome mail to an address is late: its request failed, or is still waiting for the server. The record is kept in
 * session storage, so that the download page claims after a reload no mail that was not sent.
 */
export function setWelcomeMailLate(email: string, late: boolean): void {
  if (!late && getLateEmail() !== email) return
  lateEmail = late ? email : null
  try {
    if (late) sessionStorage.setItem(LATE_WELCOME_MAIL_KEY, email)
    else sessionStorage.removeItem(LATE_WELCOME_MAIL_KEY)
  } catch {
    // The browser blocks storage, so the record lasts until a reload.
  }
  for (const listener of listeners) listener()
}

/** React hook that returns whether the welcome mail to an address is late. */
export function useIsWelcomeMailLate(email: string | undefined): boolean {
  const late = useSyncExternalStore(subscribe, getLateEmail, () => null)
  return email !== undefined && email === late
}

function getLateEmail(): string | null {
  try {
    return lateEmail ?? sessionStorage.getItem(LATE_WELCOME_MAIL_KEY)
  } catch {
    return lateEmail
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
