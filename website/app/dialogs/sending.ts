import { createContext, useContext } from 'react'

/** Reports to the dialog that a form submission has started. Returns a function that must be called once with the result. */
export type BeginSending = () => (end: 'done' | 'refused') => void

/** React context through which a form reports its submissions to the surrounding dialog (form-dialog.tsx). */
export const SendingContext = createContext<BeginSending>(() => () => {})

/** React hook that returns the surrounding dialog's function for reporting that a submission has started. */
export function useBeginSending(): BeginSending {
  return useContext(SendingContext)
}
