import { useState } from 'react'
import type { AnswerSchema, CallFields } from './run.ts'
import { type CallState, useCall } from './use-call.ts'

/**
 * A list that is read page by page. `number` is that of the page, from 1. `goBack` and `goOn` are null when there is no page in that
 * direction, and while a page is read, so that a second press does not turn another page.
 */
export type Pages<T> = {
  call: CallState<T>
  number: number
  goBack: (() => void) | null
  goOn: (() => void) | null
}

/**
 * Reads a page of a list, and starts at the first page again when the fields change. The command says whether the list goes on, and its
 * cursor (keyset pagination): a page costs the same however many rows precede it.
 */
export function usePages<T>(
  schema: AnswerSchema<T>,
  command: string,
  fields: CallFields & { limit: string },
  options: { live?: boolean } = {},
): Pages<T> {
  const key = JSON.stringify([command, fields])
  const [place, setPlace] = useState<{ key: string; cursors: readonly string[] }>({ key, cursors: [] })
  const cursors = place.key === key ? place.cursors : []
  const after = cursors.at(-1)
  const call = useCall(schema, command, after === undefined ? fields : { ...fields, after }, options)
  const { next, isBusy } = call
  return {
    call,
    number: cursors.length + 1,
    goBack: isBusy || cursors.length === 0 ? null : () => setPlace({ key, cursors: cursors.slice(0, -1) }),
    goOn: isBusy || next === null ? null : () => setPlace({ key, cursors: [...cursors, next] }),
  }
}
