import { Button } from '@site/ui/button.tsx'
import type { MouseEvent, ReactNode } from 'react'
import { brand } from '../../../../../brand.ts'
import { GetStartedButton } from '../../../../../frame/signup-button.tsx'
import type { DeckView } from '../deck-view.ts'
import { holdPresses } from '../hold-presses.ts'
import { Projection } from '../projection.tsx'
import { formatPhotoList } from './own-words.ts'
import { PhotoPicker } from './photo-picker.tsx'
import { saveFile } from './save-file.ts'
import type { PhotosById } from './use-own-deck.ts'

type EndControlsProps = {
  view: DeckView
  photos: PhotosById
  onPrint: (event: MouseEvent<HTMLElement>) => void
  onUndo: () => void
  onPick: (files: readonly File[]) => void
  /** What else can be done with the photos. */
  children: ReactNode
}

const ROW = 'flex flex-wrap items-center justify-center'
const BUTTON = 'whitespace-nowrap max-sm:px-3.5'

/**
 * The controls below own photos that are all sorted: the visitor's pace, the way to the app, the receipt, undo, the list of names, and
 * `children`. When no photo could be opened, other photos come first.
 */
export function EndControls({ view, photos, onPrint, onUndo, onPick, children }: EndControlsProps) {
  const hasSorted = view.kept + view.letGo > 0
  const saveList = () => {
    const namesOf = (kept: boolean) =>
      (view.decisions ?? []).filter((decision) => decision.kept === kept).map(({ id }) => photos.get(id)?.name ?? '')
    const list = formatPhotoList(namesOf(true), namesOf(false))
    saveFile(new File([list], 'photos.txt', { type: 'text/plain;charset=utf-8' }))
  }
  if (!hasSorted) {
    return (
      <p className={`deck-tools ${ROW} gap-x-5`}>
        <PhotoPicker onPick={onPick}>Try others</PhotoPicker>
        {children}
      </p>
    )
  }
  return (
    <div className="deck-tools">
      <Projection decisions={view.decisions ?? []} />
      <div className="deck-buttons mt-4" ref={holdPresses}>
        <GetStartedButton className={BUTTON}>Download {brand.name}</GetStartedButton>
        <Button variant="outline" className={BUTTON} onClick={onPrint}>
          Print the receipt
        </Button>
      </div>
      <p className={`${ROW} gap-x-5`}>
        <button type="button" className="text-link min-h-11" onClick={onUndo}>
          Undo
        </button>
        <button type="button" className="text-link min-h-11" onClick={saveList}>
          Save the list
        </button>
        <PhotoPicker onPick={onPick} isLink>
          Sort others
        </PhotoPicker>
        {children}
      </p>
    </div>
  )
}
