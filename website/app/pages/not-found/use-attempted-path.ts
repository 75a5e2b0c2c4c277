import { ATTEMPTED_PATH_ID, formatAttemptedPath } from '@site/contract/attempted-path'
import { useEffect, useState } from 'react'

/**
 * React hook that returns the URL path that was not found, and logs it to the console. At first it returns the text of the prerendered page:
 * our server has written the path there; a static host, which has one file for all paths, sends "this address". The path is read once,
 * because during a navigation away the URL already is that of the next page.
 */
export function useAttemptedPath(): string {
  const [attempted, setAttempted] = useState(readPrerenderedText)
  useEffect(() => {
    const path = formatAttemptedPath(location.pathname)
    console.error(`404: there is no page at ${path}`)
    setAttempted(path)
  }, [])
  return attempted
}

function readPrerenderedText(): string {
  const isBrowser = typeof document !== 'undefined'
  return (isBrowser && document.getElementById(ATTEMPTED_PATH_ID)?.textContent) || 'this address'
}
