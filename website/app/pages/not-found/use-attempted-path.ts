import { useEffect, useState } from 'react'

/**
 * The path that was tried. The page is one file for all wrong addresses, so it is only known in the browser; it is read
 * once, because the address bar already shows the next page while that is still being fetched.
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
    return path // not valid percent-encoding: shown as it was typed
  }
}
