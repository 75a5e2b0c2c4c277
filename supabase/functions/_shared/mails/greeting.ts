/** A word of letters of any script, their marks and joiners, hyphens and apostrophes. */
const PLAIN_WORD = /^(?:[\p{L}\p{M}\-'’]|\u200c|\u200d){1,30}$/u

/**
 * Returns 'Hello Ada,' for a full name, or 'Hello,' when its first word has other characters. An attacker may have signed up another
 * person's address under a name of their choice, and a buyer's name is not validated: mail programs turn 'visit.example',
 * 'http://3232235777/' and 'ask@example' into links.
 */
export function greeting(name: string): string {
  const [first = ''] = name.trim().split(/\s/)
  return PLAIN_WORD.test(first) ? `Hello ${first},` : 'Hello,'
}
