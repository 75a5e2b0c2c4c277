import { createContext, useContext, useState } from 'react'
import { type TodayAnswer, todaySchema } from '../../server-calls/answers.ts'
import { type CallState, useCall } from '../../server-calls/use-call.ts'

export type SignupPeriod = 'hour' | 'day' | 'week'

/** The state of the site. All pages and the navigation share one state, so that it is polled only once. */
export type TodayState = {
  call: CallState<TodayAnswer>
  period: SignupPeriod
  setPeriod: (period: SignupPeriod) => void
}

const Context = createContext<TodayState | null>(null)

export const TodayProvider = Context.Provider

/** Polls the state of the site. Only the root component calls it. */
export function useLiveToday(): TodayState {
  const [period, setPeriod] = useState<SignupPeriod>('day')
  const call = useCall(todaySchema, 'today', { by: period }, { live: true })
  return { call, period, setPeriod }
}

/** Returns the shared state of the site. Throws outside of `TodayProvider`. */
export function useToday(): TodayState {
  const state = useContext(Context)
  if (state === null) throw new Error('The state of the site is provided by the root of the page.')
  return state
}
