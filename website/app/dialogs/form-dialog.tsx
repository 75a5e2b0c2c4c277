import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { currentSession, onSessionChange } from '../backend/session-store.ts'
import { FIELD_RESET_DELAY_MS } from '../constants.ts'
import { PhotoPrint } from '../photo-print.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { enterDialog, leaveDialog } from './dialog-history.ts'
import type { DialogControl, DialogName } from './open-dialog.ts'
import { type BeginSending, SendingContext } from './sending.ts'

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
  /** Whether what it holds has done its work: then nothing of it is kept once it is closed. */
  isOver?: boolean
}

/**
 * A dialog that holds a form. Closing empties the form after 300 ms, but what it says is on its way (`sending.ts`) is kept until it has arrived, or,
 * if it could not, for the next opening. The back gesture closes it too, because it has an entry of its own in the browser's history,
 * and keeps what was typed as well, until whoever typed it signs out.
 */
export function FormDialog(props: FormDialogProps) {
  const { name, open, onClose, title, subtitle, children, onReset, isOver = false } = props
  const [round, setRound] = useState(0)
  const [isSending, setSending] = useState(false)
  const isOpen = useRef(false)
  const keepsText = useRef(false)

  const beginSending = useCallback<BeginSending>(() => {
    setSending(true)
    return (end) => {
      if (!isOpen.current) keepsText.current = end === 'refused'
      setSending(false)
    }
  }, [])

  useEffect(() => {
    isOpen.current = open
    if (!open) leaveDialog(name)
  }, [name, open])

  useEffect(() => {
    if (!open) return
    keepsText.current = false
    return enterDialog(name, () => {
      keepsText.current = true
      onClose()
    })
  }, [name, open, onClose])

  const empty = useCallback(() => {
    onReset?.()
    // A new round is a new form: empty fields, no errors, no success view.
    setRound((before) => before + 1)
  }, [onReset])

  useEffect(() => {
    if (open || isSending || (keepsText.current && !isOver)) return
    const timer = setTimeout(empty, FIELD_RESET_DELAY_MS)
    return () => clearTimeout(timer)
  }, [open, isSending, isOver, empty])

  // The next person at this browser would read it.
  useEffect(() => onceSomebodyLeft(() => isOpen.current || empty()), [empty])

  return (
    <Dialog open={open} onClose={onClose} title={title} subtitle={subtitle} behind={<Prints of={name} />}>
      <SendingContext value={beginSending}>
        <Fragment key={round}>{children}</Fragment>
      </SendingContext>
    </Dialog>
  )
}

/** Calls back whenever whoever was signed in is not any more; answers what ends that. */
function onceSomebodyLeft(act: () => void): () => void {
  const whoIsHere = () => currentSession().session?.user.id
  let before = whoIsHere()
  return onSessionChange(() => {
    const left = before !== undefined && before !== whoIsHere()
    before = whoIsHere()
    if (left) act()
  })
}

function Prints({ of }: { of: DialogName }) {
  return prints[of].map((name) => <PhotoPrint key={name} name={name} eager decorative />)
}
