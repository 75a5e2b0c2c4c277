import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { FIELD_RESET_DELAY_MS } from '../constants.ts'
import { PhotoPrint } from '../photo-print.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { enterDialog, leaveDialog } from './dialog-history.ts'
import type { DialogControl, DialogName } from './open-dialog.ts'

const prints: Record<DialogName, readonly string[]> = {
  signup: ['first-dance', 'confetti'],
  contact: ['bouquet', 'dog-in-bow-tie'],
  account: ['rings', 'sunset-walk'],
}

type FormDialogProps = DialogControl & {
  name: DialogName
  title: string
  subtitle?: string
  children: ReactNode
  /** Called when a closing empties the form, for what is kept outside of it. Stays the same function. */
  onReset?: () => void
}

/**
 * A dialog that holds a form. Closing empties the form after 300 ms. The back gesture closes it too, because it has an
 * entry of its own in the browser's history, but keeps what was typed for the next opening.
 */
export function FormDialog({ name, open, onClose, title, subtitle, children, onReset }: FormDialogProps) {
  const [round, setRound] = useState(0)
  const keepsText = useRef(false)

  useEffect(() => {
    if (!open) return
    keepsText.current = false
    return enterDialog(name, () => {
      keepsText.current = true
      onClose()
    })
  }, [name, open, onClose])

  useEffect(() => {
    if (open) return
    leaveDialog(name)
    if (keepsText.current) return
    // A new round is a new form: empty fields, no errors, no success view.
    const timer = setTimeout(() => {
      onReset?.()
      setRound((before) => before + 1)
    }, FIELD_RESET_DELAY_MS)
    return () => clearTimeout(timer)
  }, [name, open, onReset])

  return (
    <Dialog open={open} onClose={onClose} title={title} subtitle={subtitle} behind={<Prints of={name} />}>
      <Fragment key={round}>{children}</Fragment>
    </Dialog>
  )
}

function Prints({ of }: { of: DialogName }) {
  return prints[of].map((name) => <PhotoPrint key={name} name={name} eager decorative />)
}
