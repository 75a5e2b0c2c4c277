/** Returns the screen reader announcement for a number of remaining places. */
export function formatSpotsAnnouncement(count: number): string {
  if (count === 0) return 'No places left. You can still sign up.'
  return count === 1 ? '1 place left.' : `${count} places left.`
}
