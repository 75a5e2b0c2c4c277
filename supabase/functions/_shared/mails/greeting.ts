/**
 * 'Hello Ada,' from a full name. Only the first word is used, and none with a period: mail programs turn 'visit.example'
 * into a link, and a name is chosen by whoever typed the address, maybe a stranger's.
 */
export function greeting(name: string): string {
  const [first = ''] = name.trim().split(/\s+/)
  const isPlain = first !== '' && !first.includes('.') && [...first].length <= 30
  return isPlain ? `Hello ${first},` : 'Hello,'
}
