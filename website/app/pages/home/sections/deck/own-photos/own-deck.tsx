import { type MouseEvent, useEffect, useRef } from 'react'
import { prefersReducedMotion } from '../../../../../frame/scroll.ts'
import { DeckStage } from '../deck-stage.tsx'
import { DeckControlBar } from '../deck-tools.tsx'
import type { DeckView } from '../deck-view.ts'
import { formatOutcome } from '../deck-words.ts'
import { focusDeckLater } from '../ending.tsx'
import { EndControls } from './end-controls.tsx'
import { forgetKeptPrints } from './kept-prints.ts'
import type { OwnDeckProps } from './own-photos.ts'
import { formatPhotoList, formatSkippedNote } from './own-words.ts'
import { acceptDroppedPhotos } from './photo-drop.ts'
import type { ReadyPrint } from './print-images.ts'
import { measurePrint } from './print-size.ts'
import { Receipt } from './receipt.tsx'
import { listKeptUrls, useOwnDeck } from './use-own-deck.ts'
import { usePrintedReceipt } from './use-printed-receipt.ts'

/** The deck of the visitor's own photos, sorted like the sample prints. They are read in this page only: nothing is sent or stored. */
export function OwnDeck({ own: { photos, tooMany, layOut }, show }: OwnDeckProps) {
  const deck = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const { ids, byId, view, made, unreadable, since, ...actions } = useOwnDeck(stage, photos)
  useEffect(() => acceptDroppedPhotos((files) => layOut(files, show)), [layOut, show])
  const printButton = useRef<HTMLElement>(null)
  const { printed, print, putAway: putReceiptAway } = usePrintedReceipt(view, since)
  const ended = view.left === 0
  // The pressed control may have been removed with the last state. The deck handles the arrow keys.
  useEffect(() => {
    if (document.activeElement === document.body) deck.current?.focus({ preventScroll: true })
  }, [ended])
  useEffect(() => {
    const returnFocus = () =>
      (printButton.current?.isConnected ? printButton : deck).current?.focus({ preventScroll: true })
    return printed ? returnFocus : undefined
  }, [printed])
  const note = formatSkippedNote(unreadable, tooMany)
  const namesOf = (kept: boolean) =>
    (view.decisions ?? []).filter((decision) => decision.kept === kept).map(({ id }) => byId.get(id)?.name ?? '')
  const putAway = () => {
    focusDeckLater(deck.current)
    forgetKeptPrints()
    show(() => null)
  }
  const printReceipt = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    printButton.current = currentTarget
    print()
  }
  return (
    <div
      ref={deck}
      id="deck"
      role="group"
      aria-label="Your own photos to keep or let go"
      className="deck"
      style={DECK}
      tabIndex={-1}
    >
      <DeckStage
        stage={stage}
        view={view}
        prints={ids}
        renderPrint={(id, onTop) => <OwnPrint print={made.get(id)} name={onTop ? (byId.get(id)?.name ?? '') : null} />}
        ending={!printed && <Outcome view={view} />}
      />
      {/* The receipt lies over the controls. */}
      <div style={printed ? BELOW_RECEIPT : BELOW_STAGE}>
        {ended ? (
          <EndControls view={view} onPrint={printReceipt} onPick={(files) => layOut(files, show)}>
            <PutAwayButton onClick={putAway} />
          </EndControls>
        ) : (
          <DeckControlBar view={view} {...actions}>
            <div className="deck-own">
              <PutAwayButton onClick={putAway} />
              <span className="text-muted">They never leave this page.</span>
            </div>
          </DeckControlBar>
        )}
        {/* Not hidden while it is empty, because screen readers announce only a region that they have seen before. */}
        <p role="status" className="text-muted" style={note ? NOTE : undefined}>
          {note}
        </p>
      </div>
      {printed && (
        <Receipt
          facts={printed}
          kept={listKeptUrls(view, made)}
          list={formatPhotoList(namesOf(true), namesOf(false))}
          onPutAway={putReceiptAway}
        />
      )}
      <p role="status" className="sr-only">
        {view.spoken ||
          `${photos.length} of your photos are on the table. Right arrow keeps the top one, left arrow lets it go.`}
      </p>
    </div>
  )
}

function PutAwayButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className="text-link min-h-11" onClick={onClick}>
      Put them away
    </button>
  )
}

/** A grid of two rows: the stage, whose row deck.css sets, and the controls. The receipt covers both. */
const DECK = { display: 'grid', grid: 'auto 1fr / minmax(0, 1fr)' } as const
const BELOW_STAGE = { gridArea: '2 / 1' } as const
const BELOW_RECEIPT = { ...BELOW_STAGE, visibility: 'hidden' } as const
const NOTE = { marginBlockStart: '0.25rem', textAlign: 'center', textWrap: 'balance' } as const

const EMPTY = {
  display: 'grid',
  placeItems: 'center',
  color: 'var(--aubergine)',
  textAlign: 'center',
} as const

/** Shows a text only when it is still there after a moment. */
const appearLate = (text: HTMLElement | null) => {
  if (!prefersReducedMotion()) text?.animate({ opacity: [0, 1] }, { delay: 400, duration: 200, fill: 'backwards' })
}

/** A print of the visitor, cut to the shape of its photo. Its `name` is null when it is not on top. */
function OwnPrint({ print, name }: { print: ReadyPrint | undefined; name: string | null }) {
  return (
    <div className="print" style={print && { width: `${100 * measurePrint(print.shape).width}%` }}>
      {print ? (
        <img src={print.url} alt={name ?? ''} draggable={false} style={{ aspectRatio: print.shape }} />
      ) : (
        <div className="print-place" style={EMPTY}>
          {name !== null && <p ref={appearLate}>Developing…</p>}
        </div>
      )}
    </div>
  )
}

/** What stands on the table once no photo is left: a sentence above the kept prints, or on an empty print when no photo could be opened. */
function Outcome({ view: { decisions = [] } }: { view: DeckView }) {
  if (decisions.length > 0) return <p className="deck-end text-lead font-semibold">{formatOutcome(decisions)}</p>
  return (
    <div className="deck-print" data-lie="deck-1">
      <div className="print">
        <div className="print-place" style={EMPTY}>
          <p className="text-lg font-semibold">
            None of these
            <br />
            will open here.
          </p>
        </div>
      </div>
    </div>
  )
}
