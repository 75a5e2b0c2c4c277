import { createContext, useContext } from 'react'

/**
 * Reports to the surrounding dialog that a form submission has started. Returns a function that the form must call once, with the result.
 */
export type ReportSubmissionStart = () => (end: 'done' | 'refused') => void

/** React context through which a form reports its submissions to the surrounding dialog (form-dialog.tsx). */
export const SubmissionContext = createContext<ReportSubmissionStart>(() => () => {})

/** React hook that returns the surrounding dialog's function for reporting that a submission has started. */
export function useReportSubmissionStart(): ReportSubmissionStart {
  return useContext(SubmissionContext)
}
