import { Button } from '@site/ui/button.tsx'
import type { ReactNode } from 'react'
import { Icon } from '../../../../art/icon.tsx'
import type { DeckView } from './deck-view.ts'

type DeckToolsProps = { view: DeckView; keep: () => void; letGo: () => void; undo: () => void; children?: ReactNode }

/** The controls below the deck of prints: buttons for keep, let go and undo, the counts of both piles, a sentence about the visitor's pace, and `children`. */
export function DeckControlBar({ view, keep, letGo, undo, children }: DeckToolsProps) {
  const { kept, letGo: gone, left, pace } = view
  const begun = kept + gone > 0
  return (
    <div className="deck-tools">
      <div className="flex flex-wrap items-center justify-center gap-1 sm:gap-2">
        <Button variant="outline" className="whitespace-nowrap max-sm:px-3.5" onClick={letGo} disabled={left === 0}>
          <Icon name="left" className="size-4 text-muted" />
          Let go
        </Button>
        <button
          type="button"
          className="nav-link gap-2 max-sm:px-2"
          aria-disabled={begun ? undefined : true}
          onClick={undo}
        >
          <Icon name="undo" className="size-4" />
          Undo
        </button>
        <Button variant="outline" className="whitespace-nowrap max-sm:px-3.5" onClick={keep} disabled={left === 0}>
          Keep
          <Icon name="heart" className="size-4 fill-current text-rose" />
        </Button>
      </div>
      <p className="deck-count">
        {begun || left === 0 ? (
          <span key="piles">
            <span>{`${gone} let go · ${left} left · `}</span>
            <span className="text-rose-text">{`${kept} kept`}</span>
          </span>
        ) : (
          <span key="turn">
            Your turn: <span className="pointer-fine:hidden">swipe the print to a side.</span>
            <span className="pointer-coarse:hidden">drag the print, or use the arrow keys.</span>
          </span>
        )}
      </p>
      <p className="deck-pace">{pace}</p>
      {/* Reserves the line of the children, which are loaded after the first decision. */}
      <div className="min-h-11">{children}</div>
    </div>
  )
}
