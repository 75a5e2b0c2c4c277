import { Button } from '@site/ui/button.tsx'
import type { MouseEvent, ReactNode } from 'react'
import { brand } from '../../../../../brand.ts'
import { GetStartedButton } from '../../../../../frame/signup-button.tsx'
import type { DeckView } from '../deck-view.ts'
import { holdPresses } from '../hold-presses.ts'
import { Projection } from '../projection.tsx'
import { useIsBesideWords } from '../use-is-beside-words.ts'
import { PhotoPicker } from './photo-picker.tsx'

type EndControlsProps = {
  view: DeckView
  onPrint: (event: MouseEvent<HTMLElement>) => void
  onPick: (files: readonly File[]) => void
  /** The way back to the sample prints. */
  children: ReactNode
}

/**
 * The controls below own photos that are all sorted, in the order of those below the sample prints: the visitor's pace, the way to the app,
 * what to do next, and `children`. When no photo could be opened, other photos come first.
 */
export function EndControls({ view, onPrint, onPick, children }: EndControlsProps) {
  const hasSorted = view.kept + view.letGo > 0
  const isBesideWords = useIsBesideWords()
  return (
    <div className="deck-tools">
      {hasSorted && <Projection decisions={view.decisions ?? []} />}
      <div className="deck-next" ref={hasSorted ? holdPresses : null}>
        {hasSorted && isBesideWords ? (
          <span>
            <Button variant="outline" onClick={onPrint}>
              Print the receipt
            </Button>
          </span>
        ) : hasSorted ? (
          <>
            <GetStartedButton>Download {brand.name}</GetStartedButton>
            <button type="button" className="text-link" onClick={onPrint}>
              Print the receipt
            </button>
          </>
        ) : (
          <PhotoPicker onPick={onPick}>Try others</PhotoPicker>
        )}
        {children}
      </div>
    </div>
  )
}
