import { useRef } from 'react'
import { SmallButton } from './dialog-button.tsx'

type PickButtonProps = {
  /** What is chosen, which only the accessible name says: “Choose the list” for “Choose …”. */
  what: string
  /** Whether a file is chosen, which the button then replaces. */
  hasFile: boolean
  /** The file name endings or media types that the file dialog offers, as in the HTML attribute `accept`. */
  accept: string
  onPick: (file: File) => void
}

/** A button that opens the browser's file dialog. */
export function PickButton({ what, hasFile, accept, onPick }: PickButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const verb = hasFile ? 'Change' : 'Choose'
  return (
    <>
      <SmallButton aria-label={`${verb} ${what}`} onClick={() => input.current?.click()}>
        {verb} …
      </SmallButton>
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
