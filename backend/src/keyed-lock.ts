const last = new Map<string, Promise<unknown>>()

/**
 * Runs tasks with the same key one after another in this process. Needed for a limit that is checked before a task and counted after it:
 * otherwise a hundred parallel guesses of a code would all pass the check before the first one is counted.
 */
export async function withKeyedLock<T>(key: string, task: () => Promise<T>): Promise<T> {
  const before = last.get(key) ?? Promise.resolve()
  const result = before.then(task, task)
  last.set(key, result)
  try {
    return await result
  } finally {
    if (last.get(key) === result) last.delete(key)
  }
}
