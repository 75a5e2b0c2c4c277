import { Button } from '@site/ui/button.tsx'
import type { Pages } from '../server-calls/use-pages.ts'

type PagerProps = { pages: Pick<Pages<unknown>, 'goBack' | 'goOn'>; labels?: readonly [back: string, on: string] }

/** Two buttons that turn the pages of a list. */
export function Pager({ pages: { goBack, goOn }, labels: [back, on] = ['Newer', 'Older'] }: PagerProps) {
  return (
    <div className="flex gap-2">
      <Button size="sm" variant="outline" disabled={goBack === null} onClick={() => goBack?.()}>
        {back}
      </Button>
      <Button size="sm" variant="outline" disabled={goOn === null} onClick={() => goOn?.()}>
        {on}
      </Button>
    </div>
  )
}
