import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
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
    let mounted = true
    void readHints().then((hints) => {
      if (mounted) startTransition(() => setComputer(detectComputer({ ...readNavigator(), hints })))
    })
    return () => {
      mounted = false
    }
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
