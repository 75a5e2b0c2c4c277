import { createContext, useContext } from 'react'

/** Reports to the dialog that a submission has started. Returns a function to call once with the result. */
export type BeginSending = () => (end: 'done' | 'refused') => void

/** Provided by form-dialog.tsx for the form inside it. */
export const SendingContext = createContext<BeginSending>(() => () => {})

/** Returns the `BeginSending` function of the surrounding dialog. */
export function useBeginSending(): BeginSending {
  return useContext(SendingContext)
}
