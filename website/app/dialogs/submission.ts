import { useBusyAction } from '@site/ui/use-busy-action.ts'
import { createContext, type SubmitEvent, useContext } from 'react'

/**
 * Reports to the surrounding dialog that a form submission has started. Returns a function that must be called once, with the result.
 */
export type ReportSubmissionStart = () => (end: 'done' | 'refused') => void

/** For a dialog that does not wait for responses: it is reset after closing also while one is pending. */
export const reportNoSubmission: ReportSubmissionStart = () => () => {}

/** React context through which a form reports its submissions to the surrounding dialog (form-dialog.tsx). */
export const SubmissionContext = createContext(reportNoSubmission)

type Submission<Field extends string> = {
  /** The fields to read, by name. */
  fields: Record<Field, string>
  /** Sends what the fields contain. Returns `done`, or `refused` when the visitor must change something or try again. */
  send: (typed: Record<Field, string>) => Promise<'done' | 'refused'>
  onThrown: () => void
}

/** React hook for the submission of a form in a dialog, with `useBusyAction`. */
export function useSubmission<Field extends string>({ fields, send, onThrown }: Submission<Field>) {
  const reportStart = useContext(SubmissionContext)
  const { busy, run } = useBusyAction(onThrown)
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void run(async () => {
      const reportEnd = reportStart()
      let end: 'done' | 'refused' = 'refused'
      try {
        end = await send(readFormFields(form, fields))
      } finally {
        reportEnd(end)
      }
    })
  }
  return { sending: busy, onSubmit }
}

/**
 * Returns the text of form fields by name. Reads the form itself, because some password managers and browsers fill in fields without an
 * event.
 */
function readFormFields<Fields extends Record<string, string>>(form: HTMLFormElement, fields: Fields): Fields
function readFormFields(form: HTMLFormElement, fields: Record<string, string>): Record<string, string> {
  const data = new FormData(form)
  const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')
  return Object.fromEntries(Object.keys(fields).map((field) => [field, textOf(data.get(field))]))
}
