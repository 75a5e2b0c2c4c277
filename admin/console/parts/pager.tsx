import { Button } from '../../../website/app/ui/button.tsx'

/** A direction of a pager: its label, and what a press does, or null when there is no page in that direction. */
type PagerButton = { label: string; onPress: (() => void) | null }

/** Two buttons that turn the pages of a list. */
export function Pager({ back, on }: { back: PagerButton; on: PagerButton }) {
  return (
    <div className="flex gap-2">
      {[back, on].map(({ label, onPress }) => (
        <Button key={label} size="sm" variant="outline" disabled={onPress === null} onClick={() => onPress?.()}>
          {label}
        </Button>
      ))}
    </div>
  )
}

/**
 * The buttons that turn the pages of a list with keyset pagination. `cursors` has the cursor of each page from the second to this one, and
 * is empty on the first page; `next` is the cursor of the next page. `labels` replaces “Newer” and “Older”.
 */
export function CursorPager(props: {
  cursors: readonly string[]
  next: string | undefined
  onTurn: (cursors: readonly string[]) => void
  labels?: readonly [back: string, on: string]
}) {
  const { cursors, next, onTurn, labels = ['Newer', 'Older'] } = props
  return (
    <Pager
      back={{ label: labels[0], onPress: cursors.length === 0 ? null : () => onTurn(cursors.slice(0, -1)) }}
      on={{ label: labels[1], onPress: next === undefined ? null : () => onTurn([...cursors, next]) }}
    />
  )
}
