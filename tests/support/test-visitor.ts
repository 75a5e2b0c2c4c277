import { randomInt } from 'node:crypto'

/** The name and email address of a test visitor. */
export type TestVisitor = { name: string; email: string }

const FIRST_NAMES = ['Mara', 'Jonas', 'Elin', 'Rafael', 'Noor', 'Amelie', 'Viktor', 'Salma', 'Henrik', 'Lucia']
const SYLLABLES = ['ka', 'lo', 'mi', 'ra', 'ne', 'vi', 'so', 'da', 'lu', 'pe', 'na', 'ri']

/** Returns a unique, plausible name and email address that pass the bot screening. */
export function createTestVisitor(): TestVisitor {
  const first = pick(FIRST_NAMES)
  const last = capitalised(Array.from({ length: 5 }, () => pick(SYLLABLES)).join(''))
  const number = randomInt(1, 1_000_000)
  return { name: `${first} ${last}`, email: `${first}.${last}.${number}@guests.example.com`.toLowerCase() }
}

function pick(words: string[]): string {
  const word = words[randomInt(words.length)]
  if (word === undefined) throw new Error('There is nothing to pick from.')
  return word
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
