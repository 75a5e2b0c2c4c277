/** Matches a word of letters of any script, with combining marks, zero-width joiners, hyphens and apostrophes. */
const PLAIN_WORD = /^(?:[\p{L}\p{M}\-'’]|\u200c|\u200d){1,30}$/u

/**
 * Returns 'Hello Ada,' for a full name, or 'Hello,' when the first word of the name contains other characters than a plain word. An attacker
 * can sign up another person's address with a name of the attacker's choice, and a buyer's name is not validated. Mail programs would turn
 * names like 'visit.example', 'http://3232235777/' and 'ask@example' into links.
 */
export function formatGreeting(name: string): string {
  const [first = ''] = name.trim().split(/\s/)
  return PLAIN_WORD.test(first) ? `Hello ${first},` : 'Hello,'
}
