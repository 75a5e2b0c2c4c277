const last = new Map<string, Promise<unknown>>()

/**
 * Runs works of one key one after the other, in this process. A limit that is looked at before a work and counted after
 * it holds only so: a hundred guesses sent at once would all look before the first is counted.
 */
export async function withKeyedLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(key) ?? Promise.resolve()
  const mine = before.then(work, work)
  last.set(key, mine)
  try {
    return await mine
  } finally {
    if (last.get(key) === mine) last.delete(key)
  }
}
