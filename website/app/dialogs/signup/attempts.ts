import { SIGNUP_ATTEMPT_CLEANUP_MS, SIGNUP_ATTEMPT_LIMIT, SIGNUP_ATTEMPT_WINDOW_MS } from '@site/contract/limits'

/** Timestamps of recent sign-up attempts, by e-mail address. In memory only, so a reload clears them; the server has its own rate limit. */
const attempts = new Map<string, number[]>()

let sweeper: ReturnType<typeof setInterval> | undefined

/** Counts a sign-up attempt for an address. Returns false, without counting, after three attempts within the last 15 minutes. */
export function countSignupAttemptIfAllowed(email: string, now = Date.now()): boolean {
  const recent = recentOf(attempts.get(email) ?? [], now)
  if (recent.length >= SIGNUP_ATTEMPT_LIMIT) return false
  attempts.set(email, [...recent, now])
  sweeper ??= setInterval(removeExpiredSignupAttempts, SIGNUP_ATTEMPT_CLEANUP_MS)
  return true
}

/** Removes the last counted sign-up attempt of an address. Called when the server did not respond. */
export function removeLastSignupAttempt(email: string): void {
  const times = attempts.get(email)
  if (times) attempts.set(email, times.slice(0, -1))
}

/** Removes expired sign-up attempts. Runs every five minutes while attempts are stored. */
export function removeExpiredSignupAttempts(now = Date.now()): void {
  for (const [email, times] of attempts) {
    const recent = recentOf(times, now)
    if (recent.length > 0) attempts.set(email, recent)
    else attempts.delete(email)
  }
  if (attempts.size > 0) return
  clearInterval(sweeper)
  sweeper = undefined
}

/** Returns the number of addresses with stored sign-up attempts. */
export function countSignupAttemptAddresses(): number {
  return attempts.size
}

function recentOf(times: number[], now: number): number[] {
  return times.filter((time) => now - time < SIGNUP_ATTEMPT_WINDOW_MS)
}
