import { Button } from '@site/ui/button.tsx'
import { useState } from 'react'
import { brand } from '../../../../../brand.ts'
import { GetStartedButton } from '../../../../../frame/dialog-buttons.tsx'
import { formatShareText, type ReceiptFacts } from './receipt-text.ts'

type ReceiptActionsProps = {
  facts: ReceiptFacts
  /** Draws the receipt as a picture. */
  draw: () => Promise<File>
  /** The names of the photos, for a file of its own. */
  list: string
  /** Whether the receipt shows the kept photos, and what changes it; false when none was kept. */
  photos: false | { shown: boolean; onChange: (shown: boolean) => void }
  onPutAway: () => void
}

/** As wide as the paper. */
const PLACE = {
  display: 'grid',
  gap: '0.75rem',
  width: 'min(92%, 24rem)',
  margin: '1.5rem auto 0',
  textAlign: 'center',
} as const
const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '0.5rem 1rem',
} as const
const CHECKBOX = { accentColor: 'var(--rose-strong)', width: '1.5rem', height: '1.5rem' } as const

/** What can be done with a printed receipt: the way to the app, and sharing or saving the receipt as a picture, made in the page. */
export function ReceiptActions({ facts, draw, list, photos, onPutAway }: ReceiptActionsProps) {
  const [said, setSaid] = useState('')
  const act = async (use: (picture: File) => Promise<string>) => {
    setSaid('')
    setSaid(await draw().then(use, () => 'The picture didn’t come out. A screenshot will.'))
  }
  const save = async (picture: File) => {
    saveFile(picture)
    return 'Saved. It’s with your downloads.'
  }
  const share = (picture: File) =>
    navigator.share({ files: [picture], text: formatShareText(facts) }).then(
      () => '',
      // A share sheet that was closed is no failure.
      (error: unknown) => (error instanceof DOMException && error.name === 'AbortError' ? '' : save(picture)),
    )
  return (
    <div style={PLACE}>
      <GetStartedButton fullWidth>Download {brand.name}</GetStartedButton>
      <div style={ROW}>
        <Button variant="outline" size="sm" className="text-base grow" onClick={() => void act(save)}>
          Save as a picture
        </Button>
        {canSharePictures() && (
          <Button variant="outline" size="sm" className="text-base grow" onClick={() => void act(share)}>
            Share it
          </Button>
        )}
        {photos && (
          <label className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              autoComplete="off"
              style={CHECKBOX}
              checked={photos.shown}
              onChange={({ currentTarget }) => photos.onChange(currentTarget.checked)}
            />
            With the ones I kept
          </label>
        )}
      </div>
      <div style={ROW}>
        <TextButton onClick={() => saveFile(new File([list], 'photos.txt', { type: 'text/plain;charset=utf-8' }))}>
          Save the list
        </TextButton>
        <TextButton onClick={onPutAway}>Put the receipt away</TextButton>
      </div>
      <p role="status" className="text-muted">
        {said}
      </p>
    </div>
  )
}

function TextButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" className="text-link min-h-11" onClick={onClick}>
      {children}
    </button>
  )
}

/** Returns whether the system's share sheet takes pictures. */
function canSharePictures(): boolean {
  return (
    'canShare' in navigator && navigator.canShare({ files: [new File(['-'], 'receipt.png', { type: 'image/png' })] })
  )
}

/** Lets the browser save a file that the page has made. The file is not sent anywhere. */
function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // The download has its own reference to the blob once it has begun, which Safari does in a later task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
