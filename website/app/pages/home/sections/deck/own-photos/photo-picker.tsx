import { Button } from '@site/ui/button.tsx'
import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { ACCEPTED_PHOTOS } from '../own-photos-row.tsx'

type PhotoPickerProps = { onPick: (files: readonly File[]) => void; isLink?: boolean; children: ReactNode }

/** A button, or one that looks like a link, which opens the file dialog for photos. */
export function PhotoPicker({ onPick, isLink, children }: PhotoPickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])]
    currentTarget.value = '' // so that picking the same files again is a change too
    if (files.length > 0) onPick(files)
  }
  const open = () => input.current?.click()
  return (
    <>
      {isLink ? (
        <button type="button" className="text-link min-h-11" onClick={open}>
          {children}
        </button>
      ) : (
        <Button variant="outline" onClick={open}>
          {children}
        </Button>
      )}
      <input ref={input} type="file" multiple accept={ACCEPTED_PHOTOS} hidden onChange={pick} />
    </>
  )
}
