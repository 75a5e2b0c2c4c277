import { useSyncExternalStore } from 'react'
import { MEMBER_SINCE_KEY } from '../../constants.ts'

/**
 * Records the day of the first complete sign-up in this browser, in words, so that the site recognizes a visitor who has signed up. Stores
 * no name and no address, because several people may share the browser.
 */
export function rememberMember(day: string): void {
  try {
    if (localStorage.getItem(MEMBER_SINCE_KEY) === null) localStorage.setItem(MEMBER_SINCE_KEY, day)
  } catch {
    // The browser blocks storage, so the site does not recognize the visitor.
  }
}

/** React hook that returns the day of the first complete sign-up in this browser, or null. */
export function useMemberSince(): string | null {
  return useSyncExternalStore(subscribeToNothing, readMemberSince, () => null)
}

function readMemberSince(): string | null {
  try {
    return localStorage.getItem(MEMBER_SINCE_KEY)
  } catch {
    return null
  }
}

const subscribeToNothing = () => () => {}
