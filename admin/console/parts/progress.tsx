import { formatSize } from '../../src/view/text.ts'
import type { CallProgress } from '../server-calls/run.ts'
import { formatNumber } from './format.ts'

type ProgressProps = { label: string; done: number; total: number | null; format?: (amount: number) => string }

/** The progress of an operation, as text and as a bar. The bar has no value while the total is unknown. */
export function Progress({ label, done, total, format = formatSize }: ProgressProps) {
  const isKnown = total !== null && total > 0
  return (
    <div className="grid gap-2">
      {/* Screen readers announce only the label, because the amounts change several times a second. */}
      <p>
        <span role="status">{label} …</span>
        {done > 0 && (
          <span className="ms-2 tabular-nums">
            {format(done)}
            {isKnown && ` of ${format(total)}`}
          </span>
        )}
      </p>
      <progress aria-label={label} {...(isKnown ? { value: done, max: total } : {})} />
    </div>
  )
}

/** The progress that a long command reports. Shows `label` before the first report. */
export function CallProgressBar({ label, progress }: { label: string; progress: CallProgress | null }) {
  if (progress === null) return <Progress label={label} done={0} total={null} />
  const { done, total, unit } = progress
  const format = unit === 'people' ? formatNumber : formatSize
  return <Progress label={progress.label} done={done} total={total} format={format} />
}
