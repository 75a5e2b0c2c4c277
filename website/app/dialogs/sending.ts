import { createContext, useContext } from 'react'

/** Tells the dialog around a form that what was typed is on its way. The answer is called once, with what became of it. */
export type BeginSending = () => (end: 'done' | 'refused') => void

/** How a form reaches the dialog around it (form-dialog.tsx). */
export const SendingContext = createContext<BeginSending>(() => () => {})

/** See `BeginSending`. */
export function useBeginSending(): BeginSending {
  return useContext(SendingContext)
}
