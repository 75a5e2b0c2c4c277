import type { ReactNode, RefObject } from 'react'
import type { DeckView, PrintPosition } from './deck-view.ts'

type DeckStageProps = {
  stage: RefObject<HTMLDivElement | null>
  view: DeckView
  /** The ids of the deck's prints, top first. */
  prints: readonly string[]
  /** Renders the print of an id. Prints that are not on top are decorative. */
  renderPrint: (id: string, onTop: boolean) => ReactNode
  /** Shown above the kept prints once no print is left. */
  ending: ReactNode
}

/** The table with the prints of a deck at their positions, and the ending once all are decided. */
export function DeckStage({ stage, view, prints, renderPrint, ending }: DeckStageProps) {
  const ended = view.left === 0
  return (
    <div ref={stage} className="deck-stage" data-ended={ended ? '' : undefined}>
      <span className="deck-glow" style={view.kept ? { opacity: Math.min(1, view.kept / 5) } : undefined} />
      {/* The top print is last in the document, so it is painted over the others without a z-index. */}
      {[...prints].reverse().map((id) => {
        const position = view.lies.get(id)
        return position && <DeckPrint key={id} id={id} position={position} renderPrint={renderPrint} />
      })}
      {ended && ending}
    </div>
  )
}

type DeckPrintProps = Pick<DeckStageProps, 'renderPrint'> & { id: string; position: PrintPosition }

function DeckPrint({ id, position: { pile, index, order, style }, renderPrint }: DeckPrintProps) {
  const onTop = pile === 'deck' && index === 0
  return (
    // Prints that were decided later lie higher in their pile. Undecided prints get no inline style, because the content security policy
    // forbids style attributes in prerendered HTML.
    <div
      className="deck-print"
      data-lie={`${pile}-${index % 5}`}
      style={pile === 'deck' ? undefined : { zIndex: 10 + order, ...style }}
    >
      {renderPrint(id, onTop)}
      {onTop && (
        <>
          <span className="deck-stamp" data-stamp="keep" aria-hidden="true">
            Keep
          </span>
          <span className="deck-stamp" data-stamp="let-go" aria-hidden="true">
            Let go
          </span>
        </>
      )}
    </div>
  )
}
