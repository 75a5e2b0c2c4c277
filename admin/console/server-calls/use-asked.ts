import { useEffect, useRef, useState } from 'react'
import { toError } from './run.ts'

/**
 * Asks for the preview of a call, and again when `key` changes; null asks for none. Returns null until there is an answer, which may be an
 * error.
 */
export function useAsked<Asked>(key: string | null, ask: () => Promise<Asked>): Asked | Error | null {
  const [answer, setAnswer] = useState<{ key: string; asked: Asked | Error } | null>(null)
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (key === null) return
    let isShown = true
    const show = (asked: Asked | Error) => isShown && setAnswer({ key, asked })
    latest.current().then(show, (thrown: unknown) => show(toError(thrown)))
    return () => {
      isShown = false
    }
  }, [key])
  return answer !== null && answer.key === key ? answer.asked : null
}
