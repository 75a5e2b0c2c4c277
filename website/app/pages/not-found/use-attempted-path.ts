import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** The path in the address bar. The page is one file for all wrong addresses, so it is only known in the browser. */
export function useAttemptedPath(): string | null {
  return useSyncExternalStore(
    never,
    () => decoded(location.pathname),
    () => null,
  )
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path // not valid percent-encoding: shown as it was typed
  }
}
