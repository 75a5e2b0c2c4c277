import { Button } from '@site/ui/button.tsx'
import { type ChangeEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import type { DeckView } from '../deck-view.ts'
import { EndingControls } from '../ending.tsx'
import { ACCEPTED_PHOTOS } from '../own-photos-row.tsx'

type EndControlsProps = {
  view: DeckView
  onPrint: (event: MouseEvent<HTMLElement>) => void
  onPick: (files: readonly File[]) => void
  /** The way back to the sample prints. */
  children: ReactNode
}

/**
 * The controls below the deck after the last own photo: the visitor's pace, a button that prints the receipt, and `children`. When no photo
 * could be opened: a button that opens the file dialog again, and `children`.
 */
export function EndControls({ view, onPrint, onPick, children }: EndControlsProps) {
  return (
    <div className="deck-tools">
      {view.kept + view.letGo > 0 ? (
        <EndingControls decisions={view.decisions ?? []}>
          <Button variant="outline" onClick={onPrint}>
            Print the receipt
          </Button>
          {children}
        </EndingControls>
      ) : (
        <div className="deck-next">
          <PhotoPicker onPick={onPick}>Try others</PhotoPicker>
          {children}
        </div>
      )}
    </div>
  )
}

type PhotoPickerProps = { onPick: (files: readonly File[]) => void; children: ReactNode }

/** A button that opens the file dialog for photos. */
function PhotoPicker({ onPick, children }: PhotoPickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])]
    currentTarget.value = '' // so that picking the same files again is a change too
    if (files.length > 0) onPick(files)
  }
  return (
    <>
      <Button variant="outline" onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input ref={input} type="file" multiple accept={ACCEPTED_PHOTOS} hidden onChange={pick} />
    </>
  )
}
