import { useCallback, useEffect, useRef } from 'react'
import { isDialogOpen } from '../open-dialog.ts'

/**
 * Answers whether the visitor still looks at the view that asks: when an answer comes late they may have closed the dialog or gone on to
 * another view, which is then none of its business.
 */
export function useStillHere(): () => boolean {
  const isDrawn = useRef(false)
  useEffect(() => {
    isDrawn.current = true
    return () => {
      isDrawn.current = false
    }
  }, [])
  return useCallback(() => isDrawn.current && isDialogOpen('account'), [])
}
