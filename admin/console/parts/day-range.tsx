import { TextField } from '@site/ui/field.tsx'

/** The first day of a range, and the day after its last one, as ISO dates; empty without a limit. */
type DayRange = { since: string; until: string }

type DayRangeFieldsProps = {
  range: DayRange
  labels: readonly [since: string, until: string]
  onChange: (change: Partial<DayRange>) => void
}

/** The two date fields of a range of days. */
export function DayRangeFields({ range: { since, until }, labels, onChange }: DayRangeFieldsProps) {
  const [from, before] = labels
  return (
    <>
      <TextField
        label={from}
        name="since"
        type="date"
        value={since}
        onValueChange={(day) => onChange({ since: day })}
      />
      <TextField
        label={before}
        name="until"
        type="date"
        value={until}
        onValueChange={(day) => onChange({ until: day })}
      />
    </>
  )
}
