import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { ACCEPTED_PHOTOS } from '../own-photos-row.tsx'

/** A button that looks like a link and opens the file dialog for photos. */
export function PhotoPicker({ onPick, children }: { onPick: (files: readonly File[]) => void; children: ReactNode }) {
  const input = useRef<HTMLInputElement>(null)
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])]
    currentTarget.value = '' // so that picking the same files again is a change too
    if (files.length > 0) onPick(files)
  }
  return (
    <>
      <button type="button" className="text-link min-h-11" onClick={() => input.current?.click()}>
        {children}
      </button>
      <input ref={input} type="file" multiple accept={ACCEPTED_PHOTOS} hidden onChange={pick} />
    </>
  )
}
