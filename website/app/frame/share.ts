/** What became of something to share. `closed`: the visitor closed the share sheet. `blocked`: the browser allows neither sheet nor clipboard. */
export type ShareOutcome = 'shared' | 'copied' | 'closed' | 'blocked'

/** Opens the system's share sheet for an address. In a browser without one, copies the address. */
export async function shareAddress(data: { title: string; text?: string; url: string }): Promise<ShareOutcome> {
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share(data)
      return 'shared'
    }
    await navigator.clipboard.writeText(data.url)
    return 'copied'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'closed' : 'blocked'
  }
}
