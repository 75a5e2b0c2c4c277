import { TextField } from '@site/ui/field.tsx'

/** The first day of a range, and the day after its last one, as ISO dates; empty without a limit. */
type DayRange = { since: string; until: string }

type DayRangeFieldsProps = {
  range: DayRange
  labels: DayRange
  onChange: (change: Partial<DayRange>) => void
}

/** The two date fields of a range of days. */
export function DayRangeFields({ range, labels, onChange }: DayRangeFieldsProps) {
  return (['since', 'until'] as const).map((name) => (
    <TextField
      key={name}
      label={labels[name]}
      name={name}
      type="date"
      value={range[name]}
      onValueChange={(day) => onChange({ [name]: day })}
    />
  ))
}
