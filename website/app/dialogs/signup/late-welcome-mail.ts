import { createStore } from '@site/ui/store.ts'
import { useSyncExternalStore } from 'react'
import { LATE_WELCOME_MAIL_KEY } from '../../constants.ts'

const lateEmail = createStore<string | null>(null)

/**
 * Records whether the welcome mail to an address is late: its request failed, or is still waiting for the server. The record is kept in
 * session storage, so that the download page claims after a reload no mail that was not sent.
 */
export function setWelcomeMailLate(email: string, late: boolean): void {
  if (!late && getLateEmail() !== email) return
  try {
    if (late) sessionStorage.setItem(LATE_WELCOME_MAIL_KEY, email)
    else sessionStorage.removeItem(LATE_WELCOME_MAIL_KEY)
  } catch {
    // The browser blocks storage, so the record lasts until a reload.
  }
  lateEmail.set(late ? email : null)
}

/** React hook that returns whether the welcome mail to an address is late. */
export function useIsWelcomeMailLate(email: string | undefined): boolean {
  const late = useSyncExternalStore(lateEmail.subscribe, getLateEmail, () => null)
  return email !== undefined && email === late
}

function getLateEmail(): string | null {
  try {
    return lateEmail.get() ?? sessionStorage.getItem(LATE_WELCOME_MAIL_KEY)
  } catch {
    return lateEmail.get()
  }
}
