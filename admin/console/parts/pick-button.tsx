import { type ReactNode, useRef } from 'react'
import { Button } from '../../../website/app/ui/button.tsx'

type PickButtonProps = {
  /** The accessible name, which says what is chosen; the visible text is only “Choose …” or “Another …”. */
  label: string
  /** The file name endings or media types that the file dialog offers, as in the HTML attribute `accept`. */
  accept: string
  onPick: (file: File) => void
  children: ReactNode
}

/** A button that opens the browser's file dialog. */
export function PickButton({ label, accept, onPick, children }: PickButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="sm" variant="outline" aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onPick(file)
          target.value = '' // so that the same file can be chosen again after it was changed
        }}
      />
    </>
  )
}
