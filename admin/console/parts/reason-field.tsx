import { TextField } from '../../../website/app/ui/field.tsx'

type ReasonFieldProps = { value: string; onValueChange: (reason: string) => void; hint?: string }

/** Why something is done, for the histories that co-founders read. */
export function ReasonField({ value, onValueChange, hint = 'For the log.' }: ReasonFieldProps) {
  return (
    <TextField label="Reason" name="reason" hint={hint} maxLength={500} value={value} onValueChange={onValueChange} />
  )
}
