import { useCallback, useEffect, useRef } from 'react'
import { useOpenDialogs } from '../open-dialog.ts'

/**
 * Returns a function that reports whether the calling view is still shown. A response that arrives after the visitor has closed the dialog
 * or switched to another view must not change the dialog.
 */
export function useIsMounted(): () => boolean {
  const isOpen = useOpenDialogs().includes('account')
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = isOpen
    return () => {
      isHere.current = false
    }
  }, [isOpen])
  return useCallback(() => isHere.current, [])
}
