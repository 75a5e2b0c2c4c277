import { Button } from '@site/ui/button.tsx'
import type { ReactNode } from 'react'
import { Icon } from '../../../../art/icon.tsx'
import type { DeckView } from './deck-view.ts'

type DeckToolsProps = { view: DeckView; keep: () => void; letGo: () => void; undo: () => void; children?: ReactNode }

/**
 * The controls below the deck of prints: buttons for keep, let go and undo, a sentence about the visitor's pace, the counts of both piles, and
 * `children`. Until the pace is known, the line of its sentence invites to go on.
 */
export function DeckControlBar({ view, keep, letGo, undo, children }: DeckToolsProps) {
  const { kept, letGo: gone, left, pace } = view
  const begun = kept + gone > 0
  return (
    <div className="deck-tools">
      <div className="deck-buttons">
        <Button variant="outline" className="max-sm:px-2" onClick={letGo} disabled={left === 0}>
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
        <Button variant="outline" className="max-sm:px-2" onClick={keep} disabled={left === 0}>
          Keep
          <Icon name="heart" className="size-4 fill-current text-rose" />
        </Button>
      </div>
      <p className="deck-pace">
        {pace ? <span className="font-display">{pace}</span> : left > 0 && (begun ? 'Go on.' : 'Your turn.')}
      </p>
      <p className="deck-count">
        {begun || left === 0 ? (
          <span key="piles">
            <span>{`${gone} let go · ${left} left · `}</span>
            <span className="text-rose-text">{`${kept} kept`}</span>
          </span>
        ) : (
          <span key="turn">
            <span className="hidden pointer-coarse:inline">Swipe the print to a side.</span>
            <span className="pointer-coarse:hidden">Drag the print, or use the arrow keys.</span>
          </span>
        )}
      </p>
      {children}
    </div>
  )
}
