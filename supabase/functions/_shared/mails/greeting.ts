/** Matches a word of letters of any script, with combining marks, zero-width joiners, hyphens and apostrophes. */
const PLAIN_WORD = /^(?:[\p{L}\p{M}\-'’]|\u200c|\u200d){1,30}$/u

/**
 * Returns 'Hi Ada,' for the name 'Ada Lovelace', or 'Hi there,' when the first word of the name contains characters that a plain word does
 * not have. Mail programs would turn names like 'visit.example', 'http://3232235777/' and 'ask@example' into links, and an attacker can
 * choose the name: anyone can sign up another person's e-mail address, and a buyer's name is not validated.
 */
export function formatGreeting(name: string): string {
  const [first = ''] = name.trim().split(/\s/)
  return PLAIN_WORD.test(first) ? `Hi ${first},` : 'Hi there,'
}
