import { useEffect, useRef } from 'react'
import { brand } from '../../../../../brand.ts'
import { Button } from '../../../../../ui/button.tsx'
import { DeckStage } from '../deck-stage.tsx'
import { DeckControlBar } from '../deck-tools.tsx'
import type { DeckView } from '../deck-view.ts'
import type { OwnDeckProps } from './own-photos.ts'
import { formatKeptHeading, formatPhotoList, formatSkippedNote } from './own-words.ts'
import { enablePhotoDrop } from './photo-drop.ts'
import { PhotoPicker } from './photo-picker.tsx'
import { saveText } from './save-text.ts'
import { type PhotosById, useOwnDeck } from './use-own-deck.ts'

/** The deck of the visitor's own photos, sorted like the sample prints. They are read in this page only: nothing is sent or stored. */
export function OwnDeck({ own: { photos, tooMany, layOut }, show }: OwnDeckProps) {
  const stage = useRef<HTMLDivElement>(null)
  const { ids, byId, view, urls, unreadable, ...actions } = useOwnDeck(stage, photos)
  useEffect(() => enablePhotoDrop(stage.current, (files) => layOut(files, show)), [layOut, show])
  return (
    <div role="group" aria-label="Your own photos to keep or let go" className="deck" tabIndex={-1}>
      <DeckStage
        stage={stage}
        view={view}
        prints={ids}
        renderPrint={(id, onTop) => <OwnPrint url={urls.get(id)} alt={onTop ? (byId.get(id)?.name ?? '') : ''} />}
        ending={<Outcome view={view} photos={byId} />}
      />
      <DeckControlBar view={view} {...actions}>
        <p className="flex flex-wrap items-center justify-center gap-x-5">
          <span className="text-muted">Your photos stay in this page.</span>
          {view.left === 0 && <PhotoPicker onPick={(files) => layOut(files, show)}>Sort others</PhotoPicker>}
          <button type="button" className="text-link min-h-11" onClick={() => show(() => null)}>
            Put them away
          </button>
        </p>
        <p role="status" className="mt-1 text-muted empty:hidden">
          {formatSkippedNote(unreadable, tooMany)}
        </p>
      </DeckControlBar>
      <p role="status" className="sr-only">
        {view.spoken ||
          `${photos.length} of your photos are on the table. Right arrow keeps the top one, left arrow lets it go.`}
      </p>
    </div>
  )
}

/** A photo of any shape is shown whole, as on paper that is cut to one size. The styles are inline, to keep them out of the first load. */
const PAPER = { aspectRatio: '4 / 3', background: '#f4eef2', objectFit: 'contain' } as const

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

/** Keeps the buttons above the fanned prints on a narrow screen. Inline, like `PAPER`. */
const CLOSE_ROWS = { gap: '0.25rem' } as const

function Outcome({ view, photos }: { view: DeckView; photos: PhotosById }) {
  const saveList = () => {
    const namesOf = (kept: boolean) =>
      (view.decisions ?? []).filter((decision) => decision.kept === kept).map(({ id }) => photos.get(id)?.name ?? '')
    saveText('photos.txt', formatPhotoList(namesOf(true), namesOf(false)))
  }
  return (
    <div className="deck-end" style={CLOSE_ROWS}>
      <p className="font-display text-2xl font-semibold">{formatKeptHeading(view.kept, view.letGo)}</p>
      <p className="flex flex-wrap items-center justify-center gap-x-5 gap-y-2">
        <Button href="/download">Download {brand.name}</Button>
        <button type="button" className="text-link" onClick={saveList}>
          Save the list
        </button>
      </p>
    </div>
  )
}
