import type { ReactNode } from 'react'
import { Button } from '../../../website/app/ui/button.tsx'
import { joinClassNames } from '../../../website/app/ui/class-names.ts'
import { CallFailed } from '../server-calls/run.ts'
import type { CallState } from '../server-calls/use-call.ts'

type StateProps<T> = { call: CallState<T>; children: (data: T) => ReactNode }

/** Shows a call's data, and before it arrives that it is being read. A failure is shown above the data that was read before. */
export function Loaded<T>({ call, children }: StateProps<T>) {
  const { data, error, isBusy, reload } = call
  return (
    <>
      {error && <Failure error={error} onRetry={reload} />}
      {data === null ? (
        !error && <p className="text-muted">Reading …</p>
      ) : (
        <div aria-busy={isBusy} className={joinClassNames('grid grid-cols-1 gap-6', isBusy && 'opacity-60')}>
          {children(data)}
        </div>
      )}
    </>
  )
}

/** What failed, and what to do next. */
function Failure({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const hint = error instanceof CallFailed ? error.hint : 'Is the console still running in its terminal?'
  return (
    <div role="alert" className="panel flex flex-wrap items-center justify-between gap-3 px-5 py-4">
      <div>
        <p className="font-semibold text-danger">{error.message}</p>
        {hint && <p className="text-sm text-muted">{hint}</p>}
      </div>
      {onRetry && (
        <Button size="sm" variant="outline" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Says that a list has no rows. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="px-5 pt-1 pb-5 text-muted">{children}</p>
}
