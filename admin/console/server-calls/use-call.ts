import { useCallback, useEffect, useRef, useState } from 'react'
import { type AnswerSchema, type CallFields, runTimed, toError } from './run.ts'

/**
 * The state of a command that reads. `error` is the error of the last read; the data of an earlier read of the same fields stays. `read` is the time of the
 * last successful read. `isBusy` is true while the fields have changed and their read has not ended. `next` is the cursor of the next page of
 * a list, or null.
 */
export type CallState<T> = {
  data: T | null
  error: Error | null
  read: Date | null
  isBusy: boolean
  next: string | null
  reload: () => void
}

const NOT_READ = { data: null, error: null, read: null, next: null, key: '' }
const SHORTEST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 30_000
/** Polling waits 20 times as long as the last read took, so that it uses a twentieth of the database's time, unless a read takes seconds. */
const SHARE_OF_TIME = 20

/**
 * Runs a command that reads, and runs it again when its fields change. With `live`, polls while the page is visible: waits five seconds, or
 * up to thirty after a slow read.
 */
export function useCall<T>(
  schema: AnswerSchema<T>,
  command: string,
  fields: CallFields = {},
  { live = false }: { live?: boolean } = {},
): CallState<T> {
  const [state, setState] = useState<Omit<CallState<T>, 'reload' | 'isBusy'> & { key: string }>(NOT_READ)
  const [round, setRound] = useState(0)
  const key = JSON.stringify([command, fields])
  const latest = useRef({ schema, command, fields })
  useEffect(() => {
    latest.current = { schema, command, fields }
  })

  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    async function read(): Promise<void> {
      const { schema: wanted, command: name, fields: given } = latest.current
      let wait = SHORTEST_WAIT_MS
      try {
        const { data, took, next } = await runTimed(wanted, name, given, { signal: stop.signal })
        wait = Math.min(LONGEST_WAIT_MS, Math.max(wait, took * SHARE_OF_TIME))
        setState({ data, error: null, read: new Date(), next, key })
      } catch (error) {
        if (stop.signal.aborted) return
        const failed = { error: toError(error), key }
        setState((before) => ({ ...(before.key === key ? before : NOT_READ), ...failed }))
      }
      if (live && !stop.signal.aborted) timer = setTimeout(again, wait)
    }
    function again(): void {
      if (document.hidden) document.addEventListener('visibilitychange', again, { once: true, signal: stop.signal })
      else void read()
    }
    void read()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [key, round, live])

  const reload = useCallback(() => setRound((number) => number + 1), [])
  const { key: of, ...answer } = state
  return { ...answer, isBusy: of !== key, reload }
}
