import type { InstallerPlatform } from '@site/releases/release'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { type ComputerKind, rankInstallersForComputer } from './platform.ts'

const IN_HAND = ':hover, :active, :focus-within'
const LET_GO = ['pointerleave', 'pointerup', 'pointercancel', 'focusout'] as const

/**
 * React hook that returns the display order of the installers: those for the detected computer first. The order does not change while an
 * installer is hovered, focused or pressed, so that a press never hits another installer than the one the visitor has read.
 */
export function useInstallerDisplayOrder(
  computer: ComputerKind | null,
  files: RefObject<HTMLElement | null>,
): readonly InstallerPlatform[] {
  const [order, setOrder] = useState(rankInstallersForComputer('unknown').order)
  useLayoutEffect(() => {
    const place = files.current
    if (!computer || !place) return
    const done = new AbortController()
    const put = () => {
      if (place.matches(IN_HAND)) return
      done.abort()
      setOrder(rankInstallersForComputer(computer).order)
    }
    // Reorders in a timeout, because the click event follows pointerup, and because while the focus moves to another element no element has
    // it. Listens on the document, because the pointer may be released outside of the installer cards.
    const anywhere = { capture: true, signal: done.signal }
    for (const type of LET_GO) document.addEventListener(type, () => setTimeout(put), anywhere)
    put()
    return () => done.abort()
  }, [computer, files])
  return order
}
