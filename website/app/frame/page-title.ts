import { useEffect } from 'react'

/** React hook that sets the document's title. For pages whose title depends on state and is not known at build time. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
