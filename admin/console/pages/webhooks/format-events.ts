/** Formats a number of events: 1 event, 3 events. */
export function formatEvents(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'event' : 'events'}`
}
