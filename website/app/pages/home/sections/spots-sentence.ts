/** Returns the screen reader announcement for a number of remaining early-access spots. */
export function formatSpotsAnnouncement(count: number): string {
  if (count === 0) return 'No early-access spots left. You can still sign up.'
  return count === 1 ? '1 early-access spot left.' : `${count} early-access spots left.`
}
