/**
 * Like Promise.all, but waits until all promises have settled before it rejects, so that the error message is printed below the
 * output of all operations. Rejects with the first error in the order of the arguments.
 */
export async function allSettledOrThrow(promises) {
  const results = await Promise.allSettled(promises)
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
  return results.map(({ value }) => value)
}
