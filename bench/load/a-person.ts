import { randomBytes, randomInt } from 'node:crypto'

/**
 * Somebody new. A consonant and a vowel in turns, and none that make a word of the bot screening: drawn freely, one name in
 * eight hundred had a letter five times in a row or held "spam", and was refused, as it should be.
 */
export function aPerson(): { name: string; email: string } {
  const letters = [...randomBytes(20)].map((byte, index) => (index % 2 === 0 ? 'klmnrdv'[byte % 7] : 'aeiou'[byte % 5]))
  const word = letters.join('')
  return { name: `Mara ${word}`, email: `mara.${word}@guests.example.com` }
}

/**
 * Where somebody comes from: one of the 131,072 addresses that RFC 2544 sets aside for benchmarks. A crowd does not come from one
 * network; sign-ups that do wait for each other, because they are counted.
 */
export function aNetwork(): string {
  return `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(256)}`
}
