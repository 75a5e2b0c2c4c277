import { useState } from 'react'
import { takeEarlyPhotos } from '../../../../../frame/early-photos.ts'
import type { DeckView } from '../deck-view.ts'
import { loadPhotoOffer } from './load-photo-offer.ts'
import type { ShowOwnPhotos } from './own-photos.ts'
import { acceptDroppedPhotos } from './photo-drop.ts'

type PhotoTable = {
  /** Shows a component in place of the row that offers to sort own photos. */
  showInRow: (Row: DeckView['Row']) => void
  showOwn: ShowOwnPhotos
}

/**
 * Lays out photos that are picked, dropped or pasted while the sample prints are on the table, and those that were before this script was loaded. The
 * code for own photos is loaded when the drag enters the page, so that no request follows the first photo. While it cannot be loaded, the files
 * are kept, and the row says so. Returns a function that removes the listeners.
 */
export function acceptPhotos({ showInRow, showOwn }: PhotoTable): () => void {
  let waiting: readonly File[] = []
  const ended = new AbortController()
  /** Returns whether the code for own photos was loaded. */
  const layOut = () =>
    loadPhotoOffer().then(
      ({ layOutPhotos }) => {
        const files = waiting
        waiting = []
        if (ended.signal.aborted) return true
        showInRow(undefined)
        if (files.length > 0) layOutPhotos(files, showOwn)
        return true
      },
      () => false,
    )
  const Waiting = () => <WaitingRow retry={layOut} />
  const accept = async (files: readonly File[]) => {
    if (files.length === 0) return
    waiting = files
    showInRow(LoadingRow)
    if (!(await layOut())) showInRow(Waiting)
  }
  /** The inline script has recorded the files of the field, which is emptied so that the same files can be picked again. */
  const acceptPicked = (field: EventTarget | null) => {
    void accept(takeEarlyPhotos())
    if (field instanceof HTMLInputElement && field.type === 'file') field.value = ''
  }
  const disableDrop = acceptDroppedPhotos(
    (files) => void accept(files),
    () => void loadPhotoOffer().catch(() => {}), // the drop tries again
  )
  addEventListener('change', ({ target }) => acceptPicked(target), { signal: ended.signal })
  const acceptOnline = async () => {
    if (waiting.length === 0) return
    await loadPhotoOffer().catch(() => {}) // a request from before the event may still be pending, and fail
    await accept(waiting)
  }
  addEventListener('online', () => void acceptOnline(), { signal: ended.signal })
  void accept(takeEarlyPhotos())
  return () => {
    disableDrop()
    ended.abort()
  }
}

function LoadingRow() {
  return (
    <p role="status" className="text-muted">
      One moment, your photos are coming.
    </p>
  )
}

/** Says that the photos wait, and keeps its button in the page while it tries again, so that the focus stays. */
function WaitingRow({ retry }: { retry: () => Promise<boolean> }) {
  const [tries, setTries] = useState(1)
  const tryAgain = async () => {
    if (!(await retry())) setTries(tries + 1)
  }
  return (
    <p className="text-muted">
      <span role="alert">
        {tries === 1 ? 'A part of this page didn’t load.' : `Still not, after ${tries} tries.`} Your photos wait here.
      </span>{' '}
      <button type="button" className="text-link min-h-11" onClick={() => void tryAgain()}>
        Try again
      </button>
    </p>
  )
}
