/**
 * What works that run side by side answer, in their order. Rejects with the reason of the first in that order which failed, once
 * all have ended: what is told then stands below everything that was said on the way.
 */
export async function together(works) {
  const ends = await Promise.allSettled(works)
  const failed = ends.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
  return ends.map(({ value }) => value)
}
