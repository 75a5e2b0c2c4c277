import { useEffect, useState } from 'react'

/**
 * React hook that returns the URL path that was not found. The not-found page is one HTML file for all paths, so the path is known only in
 * the browser. It is read once, because during a navigation away the URL already is that of the next page.
 */
export function useNotFoundPath(): string | null {
  const [attempted, setAttempted] = useState<string | null>(null)
  useEffect(() => setAttempted(decoded(location.pathname)), [])
  return attempted
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path // the path has invalid percent-encoding, so it is shown without decoding
  }
}
