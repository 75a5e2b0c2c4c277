import { Button } from '@site/ui/button.tsx'
import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { ACCEPTED_PHOTOS } from '../own-photos-row.tsx'

type PhotoPickerProps = { onPick: (files: readonly File[]) => void; children: ReactNode }

/** A button that opens the file dialog for photos. */
export function PhotoPicker({ onPick, children }: PhotoPickerProps) {
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
