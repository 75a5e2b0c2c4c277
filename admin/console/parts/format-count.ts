/** Formats a number with its noun: 1 mail, 3 mails, 1 person, 3 people. */
export function formatCount(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? noun : nouns}`
}
