import type { Pages } from '../server-calls/use-pages.ts'
import { SmallButton } from './dialog-button.tsx'

type PagerProps = { pages: Pick<Pages<unknown>, 'goBack' | 'goOn'>; labels?: readonly [back: string, on: string] }

/** Two buttons that turn the pages of a list. */
export function Pager({ pages: { goBack, goOn }, labels: [back, on] = ['Newer', 'Older'] }: PagerProps) {
  return (
    <div className="flex gap-2">
      <SmallButton disabled={goBack === null} onClick={() => goBack?.()}>
        {back}
      </SmallButton>
      <SmallButton disabled={goOn === null} onClick={() => goOn?.()}>
        {on}
      </SmallButton>
    </div>
  )
}
