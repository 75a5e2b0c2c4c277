import { type ReactNode, useRef } from 'react'
import { Button } from '../../../website/app/ui/button.tsx'

type PickButtonProps = {
  /** The accessible name: the visible label alone does not say what is chosen. */
  label: string
  /** The endings or types of files that the dialog offers. */
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
