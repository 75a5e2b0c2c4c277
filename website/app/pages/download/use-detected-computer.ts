import { type RefObject, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import * as v from 'valibot'
import { type ComputerKind, detectComputer, layoutForComputer } from './platform.ts'

const hintsSchema = v.object({
  platform: v.optional(v.string(), ''),
  mobile: v.optional(v.boolean(), false),
  architecture: v.optional(v.string(), ''),
})

type Hints = v.InferOutput<typeof hintsSchema>

const NO_HINTS: Hints = { platform: '', mobile: false, architecture: '' }

/**
 * React hook that returns the visitor's detected computer; null in the prerendered page and until the client hints are read. Sets the layout
 * of the root element before the first paint, if the inline script of the page has not: after a client-side navigation.
 */
export function useDetectedComputer(): ComputerKind | null {
  const [computer, setComputer] = useState<ComputerKind | null>(null)
  useLayoutEffect(() => {
    const data = readUserAgentData()
    const hints = v.is(hintsSchema, data) ? v.parse(hintsSchema, data) : NO_HINTS
    document.documentElement.dataset.computer ??= layoutForComputer(
      detectComputer({ ...readNavigator(), hints }),
      data !== null,
    )
  }, [])
  useEffect(() => {
    void readHints().then((hints) => startTransition(() => setComputer(detectComputer({ ...readNavigator(), hints }))))
  }, [])
  return computer
}

function readNavigator() {
  return { userAgent: navigator.userAgent, platform: navigator.platform, touchPoints: navigator.maxTouchPoints }
}

function readUserAgentData(): unknown {
  return ('userAgentData' in navigator && navigator.userAgentData) || null
}

/** Reads the user-agent client hints, which in Chromium include the CPU architecture. Firefox and Safari do not support client hints. */
async function readHints(): Promise<Hints> {
  try {
    const data = readUserAgentData()
    if (!isAskable(data)) return NO_HINTS
    return v.parse(hintsSchema, await data.getHighEntropyValues(['architecture', 'platform', 'mobile']))
  } catch {
    return NO_HINTS // the browser's privacy settings blocked the client hints
  }
}

function isAskable(data: unknown): data is { getHighEntropyValues(hints: string[]): Promise<unknown> } {
  return (
    typeof data === 'object' &&
    data !== null &&
    'getHighEntropyValues' in data &&
    typeof data.getHighEntropyValues === 'function'
  )
}

const IN_HAND = ':hover, :active, :focus-within'
const LET_GO = ['pointerleave', 'pointerup', 'pointercancel', 'focusout'] as const

/**
 * React hook that returns the computer for which the installers are arranged; null before the detection. It does not change while one of
 * the buttons in `place` is hovered, focused or pressed, so that a press never hits another installer than the one the visitor has read.
 */
export function useArrangedComputer(
  computer: ComputerKind | null,
  place: RefObject<HTMLElement | null>,
): ComputerKind | null {
  const [arranged, setArranged] = useState<ComputerKind | null>(null)
  useLayoutEffect(() => {
    if (!computer || !place.current) return
    const done = new AbortController()
    const buttons = () => [...(place.current?.querySelectorAll('.button') ?? [])]
    const arrange = () => {
      if (buttons().some((button) => button.matches(IN_HAND))) return
      done.abort()
      setArranged(computer)
    }
    // Waits in a timeout, because the click event follows pointerup, and because while the focus moves to another element no element has it.
    // Listens on the document, because the pointer may be released outside of the buttons.
    const anywhere = { capture: true, signal: done.signal }
    for (const type of LET_GO) document.addEventListener(type, () => setTimeout(arrange), anywhere)
    arrange()
    return () => done.abort()
  }, [computer, place])
  return arranged
}
