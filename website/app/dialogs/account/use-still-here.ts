import { useCallback, useEffect, useRef } from 'react'
import { useOpenDialogs } from '../open-dialog.ts'

/**
 * Answers whether the visitor still looks at the view that asks: when an answer comes late they may have closed the dialog or gone on to
 * another view, which is then none of its business.
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
