import { runAfterFrame } from '@site/ui/after-frame.ts'
import { Button } from '@site/ui/button.tsx'
import { useEffect, useRef } from 'react'
import { DeckStage } from '../deck-stage.tsx'
import { DeckControlBar } from '../deck-tools.tsx'
import type { DeckView } from '../deck-view.ts'
import { forgetKeptPrints } from './kept-prints.ts'
import type { OwnDeckProps } from './own-photos.ts'
import { formatOutcome, formatPhotoList, formatSkippedNote } from './own-words.ts'
import { acceptDroppedPhotos } from './photo-drop.ts'
import { PhotoPicker } from './photo-picker.tsx'
import { Receipt } from './receipt.tsx'
import { saveText } from './save-text.ts'
import { type PhotosById, useOwnDeck } from './use-own-deck.ts'
import { usePrintedReceipt } from './use-printed-receipt.ts'

/** The deck of the visitor's own photos, sorted like the sample prints. They are read in this page only: nothing is sent or stored. */
export function OwnDeck({ own: { photos, tooMany, since, layOut }, show }: OwnDeckProps) {
  const stage = useRef<HTMLDivElement>(null)
  const { ids, byId, view, urls, unreadable, ...actions } = useOwnDeck(stage, photos)
  useEffect(() => acceptDroppedPhotos(stage.current, { onFiles: (files) => layOut(files, show) }), [layOut, show])
  const printButton = useRef<HTMLButtonElement>(null)
  const receipt = usePrintedReceipt(view, since, printButton)
  const note = formatSkippedNote(unreadable, tooMany)
  const putAway = () => {
    const place = stage.current?.closest('.deck')?.parentElement
    forgetKeptPrints()
    show(() => null)
    runAfterFrame(() => place && focusDeck(place))
  }
  return (
    <div
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
        renderPrint={(id, onTop) => <OwnPrint url={urls.get(id)} alt={onTop ? (byId.get(id)?.name ?? '') : ''} />}
        ending={<Outcome view={view} photos={byId} />}
      />
      {/* The ending says the pace. */}
      <DeckControlBar view={view.left === 0 ? { ...view, pace: null } : view} {...actions}>
        <p className="flex flex-wrap items-center justify-center gap-x-5">
          {view.left === 0 ? (
            <>
              <button type="button" className="text-link min-h-11" ref={printButton} onClick={receipt.print}>
                Print the receipt
              </button>
              <PhotoPicker onPick={(files) => layOut(files, show)}>Sort others</PhotoPicker>
            </>
          ) : (
            <span className="text-muted">Your photos stay in this page.</span>
          )}
          <button type="button" className="text-link min-h-11" onClick={putAway}>
            Put them away
          </button>
        </p>
        {/* Not hidden while it is empty, because screen readers announce only a region that they have seen before. */}
        <p role="status" className="text-muted" style={note === null ? undefined : NOTE}>
          {note}
        </p>
      </DeckControlBar>
      {receipt.printed && <Receipt {...receipt.printed} onPutAway={receipt.putAway} />}
      <p role="status" className="sr-only">
        {view.spoken ||
          `${photos.length} of your photos are on the table. Right arrow keeps the top one, left arrow lets it go.`}
      </p>
    </div>
  )
}

/** Moves the focus to the deck in `place`, because the button that was pressed is gone, and the deck is where the keys work. */
function focusDeck(place: Element) {
  const deck = place.querySelector<HTMLElement>('.deck')
  if (!deck) return
  deck.tabIndex = -1
  deck.focus({ preventScroll: true })
}

/** The receipt lies over the deck. */
const DECK = { position: 'relative' } as const

const NOTE = { marginBlockStart: '0.25rem' } as const

/** A photo of any shape is shown whole, as on paper that is cut to one size. The styles are inline, to keep them out of the first load. */
const PAPER = { aspectRatio: '4 / 3', background: 'var(--print-empty)', objectFit: 'contain' } as const

function OwnPrint({ url, alt }: { url: string | undefined; alt: string }) {
  return (
    <div className="print">
      {url ? (
        <img src={url} alt={alt} draggable={false} style={PAPER} />
      ) : (
        <div className="print-place" style={PAPER} />
      )}
    </div>
  )
}

/** Keep the sentence and the buttons above the fanned prints on a narrow screen. Inline, like `PAPER`. */
const CLOSE_ROWS = { gap: '0.375rem', marginTop: '-1.25rem' } as const
const SENTENCE = { fontSize: 'clamp(1.125rem, 1.8vw, 1.5rem)', lineHeight: 1.2, textWrap: 'balance' } as const

function Outcome({ view, photos }: { view: DeckView; photos: PhotosById }) {
  const saveList = () => {
    const namesOf = (kept: boolean) =>
      (view.decisions ?? []).filter((decision) => decision.kept === kept).map(({ id }) => photos.get(id)?.name ?? '')
    saveText('photos.txt', formatPhotoList(namesOf(true), namesOf(false)))
  }
  return (
    <div className="deck-end" style={CLOSE_ROWS}>
      <p className="font-display font-semibold" style={SENTENCE}>
        {formatOutcome(view)}
      </p>
      <p className="flex flex-wrap items-center justify-center gap-x-5 gap-y-2">
        <Button href="/download">Download</Button>
        {view.kept + view.letGo > 0 && (
          <button type="button" className="text-link min-h-11" onClick={saveList}>
            Save the list
          </button>
        )}
      </p>
    </div>
  )
}
