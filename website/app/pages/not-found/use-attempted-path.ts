import { useEffect, useState } from 'react'

/**
 * Returns the attempted path. The not-found page is one file for all paths, so the path is known in the browser only. It is read once,
 * because during a navigation the URL already is that of the next page.
 */
export function useAttemptedPath(): string | null {
  const [attempted, setAttempted] = useState<string | null>(null)
  useEffect(() => setAttempted(decoded(location.pathname)), [])
  return attempted
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path // invalid percent-encoding: shown unchanged
  }
}
