import { randomBytes, randomInt } from 'node:crypto'

/**
 * Returns a random name and email address that pass the bot screening: they alternate consonants and vowels from sets that cannot
 * form a banned word. Of names made of random letters, one in 800 was rejected because it repeated a letter five times or contained
 * "spam".
 */
export function randomPerson(): { name: string; email: string } {
  const letters = [...randomBytes(20)].map((byte, index) => (index % 2 === 0 ? 'klmnrdv'[byte % 7] : 'aeiou'[byte % 5]))
  const word = letters.join('')
  return { name: `Mara ${word}`, email: `mara.${word}@guests.example.com` }
}

/**
 * Returns a random client IP address from the 131,072 addresses that RFC 2544 reserves for benchmarks. Sign-ups from a single
 * address would wait for each other on the row that counts them for the rate limit.
 */
export function randomClientAddress(): string {
  return `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(256)}`
}
