import { useCallback, useEffect, useRef } from 'react'
import { useOpenDialogs } from '../open-dialog.ts'

/**
 * Returns a function that returns whether the calling view is still shown. A late response must not change the dialog when the visitor has
 * closed it or switched to another view.
 */
export function useStillHere(): () => boolean {
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
