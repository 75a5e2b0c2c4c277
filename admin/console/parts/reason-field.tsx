import { TextField } from '@site/ui/field.tsx'

type ReasonFieldProps = { value: string; onValueChange: (reason: string) => void; hint?: string | undefined }

/** The field for the reason of a change, which the audit log or the history of settings stores. */
export function ReasonField({ value, onValueChange, hint = 'For the log.' }: ReasonFieldProps) {
  return (
    <TextField label="Reason" name="reason" hint={hint} maxLength={500} value={value} onValueChange={onValueChange} />
  )
}
