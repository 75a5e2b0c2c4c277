import { joinClassNames } from '@site/ui/class-names.ts'
import type { ReactNode } from 'react'
import { DogInBowTieDrawing } from '../../../website/app/art/prints/dog-in-bow-tie.tsx'
import { CallFailed } from '../server-calls/run.ts'
import type { CallState } from '../server-calls/use-call.ts'
import { SmallButton } from './dialog-button.tsx'

type StateProps<T> = { call: CallState<T>; children: (data: T) => ReactNode }

/** Shows the data of a call, or a loading text until it arrives. An error is shown above the data of the last successful read. */
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

/** Shows an error and a hint about what to do next. With `onRetry`, also shows a button that retries. */
export function Failure({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const hint = error instanceof CallFailed ? error.hint : 'Is the console still running in its terminal?'
  return (
    <div role="alert" className="panel flex flex-wrap items-center justify-between gap-3 px-5 py-4">
      <div className="min-w-0">
        <p className="font-semibold whitespace-pre-line text-danger wrap-anywhere">{error.message}</p>
        {hint && <p className="text-sm text-muted">{hint}</p>}
      </div>
      {onRetry && <SmallButton onClick={onRetry}>Try again</SmallButton>}
    </div>
  )
}

/**
 * A photo print and the text that replace an empty list. On a later page of a list, the text says that the rows after the page before are
 * gone, for example because another operator has answered the messages.
 */
export function Empty({ page = 1, children }: { page?: number; children: ReactNode }) {
  return (
    <div className="flex items-center gap-5 px-5 pt-1 pb-6">
      <div className="print w-20 shrink-0 -rotate-6">
        <div className="print-place">
          <DogInBowTieDrawing />
        </div>
      </div>
      <p className="min-w-0 font-display text-lg">{page === 1 ? children : 'Nothing is left on this page.'}</p>
    </div>
  )
}
