import { createContext, useContext } from 'react'

/** Reports to the dialog that a form submission has started. Returns a function that must be called once with the result. */
export type StartSending = () => (end: 'done' | 'refused') => void

/** React context through which a form reports its submissions to the surrounding dialog (form-dialog.tsx). */
export const SendingContext = createContext<StartSending>(() => () => {})

/** React hook that returns the surrounding dialog's function for reporting that a submission has started. */
export function useStartSending(): StartSending {
  return useContext(SendingContext)
}
