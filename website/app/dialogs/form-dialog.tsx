import { Dialog } from '@site/ui/dialog.tsx'
import { dismissErrorToasts } from '@site/ui/toast-store.ts'
import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { getCurrentSession, onSessionChange } from '../backend/session-store.ts'
import { FIELD_RESET_DELAY_MS } from '../constants.ts'
import { PhotoPrint } from '../photo-print.tsx'
import { leaveDialogHistoryEntry, pushDialogHistoryEntry } from './dialog-history.ts'
import { type DialogControlProps, type DialogName, resetBeforeOpening } from './open-dialog.ts'
import { type ReportSubmissionStart, SubmissionContext } from './submission.ts'

const prints: Record<DialogName, readonly string[]> = {
  signup: ['first-dance', 'confetti'],
  contact: ['bouquet', 'dog-in-bow-tie'],
  account: ['rings', 'sunset-walk'],
}

type FormDialogProps = DialogControlProps & {
  name: DialogName
  title: string
  subtitle?: string
  children: ReactNode
  /** Called when the form is reset after closing, to reset state outside of the form. Must be the same function at every render. */
  onReset?: () => void
  /** Whether the form's task is complete. If so, closing the dialog always resets the form. */
  isOver?: boolean
}

/**
 * A dialog with a form. The form is reset 300 ms after closing, or earlier if the dialog opens again. While a submission is pending
 * (`submission.ts`), the reset waits for the response; after an error the form is not reset, so that the next opening shows the input. The dialog
 * has its own history entry, so that a back gesture closes it; the input is kept in that case too, until the user signs out.
 */
export function FormDialog(props: FormDialogProps) {
  const { name, open, onClose, title, subtitle, children, onReset, isOver = false } = props
  const [formKey, setFormKey] = useState(0)
  const [isSending, setSending] = useState(false)
  const isOpen = useRef(false)
  const keepsText = useRef(false)

  const beginSending = useCallback<ReportSubmissionStart>(() => {
    setSending(true)
    return (end) => {
      if (!isOpen.current) keepsText.current = end === 'refused'
      setSending(false)
    }
  }, [])

  useEffect(() => {
    isOpen.current = open
    if (!open) leaveDialogHistoryEntry(name)
  }, [name, open])

  useEffect(() => {
    if (!open) return
    keepsText.current = false
    return pushDialogHistoryEntry(name, () => {
      keepsText.current = true
      onClose()
    })
  }, [name, open, onClose])

  // Removes the toasts about errors in the dialog when it closes.
  useEffect(() => (open ? dismissErrorToasts : undefined), [open])

  const empty = useCallback(() => {
    onReset?.()
    // Changing the React key remounts the form, with empty fields and without errors or success view.
    setFormKey((before) => before + 1)
  }, [onReset])

  useEffect(() => {
    if (open || isSending || (keepsText.current && !isOver)) return
    const timer = setTimeout(empty, FIELD_RESET_DELAY_MS)
    const forget = resetBeforeOpening(name, empty)
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [name, open, isSending, isOver, empty])

  // Resets the form after a sign-out, so that the next person at this browser cannot read the input.
  useEffect(() => onUserChange(() => isOpen.current || empty()), [empty])

  return (
    <Dialog open={open} onClose={onClose} title={title} subtitle={subtitle} behind={<Prints of={name} />}>
      <SubmissionContext value={beginSending}>
        <Fragment key={formKey}>{children}</Fragment>
      </SubmissionContext>
    </Dialog>
  )
}

/** Subscribes to sign-outs and to changes to another user. Returns a function that unsubscribes. */
function onUserChange(act: () => void): () => void {
  const currentUserId = () => getCurrentSession().session?.user.id
  let before = currentUserId()
  return onSessionChange(() => {
    const left = before !== undefined && before !== currentUserId()
    before = currentUserId()
    if (left) act()
  })
}

function Prints({ of }: { of: DialogName }) {
  return prints[of].map((name) => <PhotoPrint key={name} name={name} eager />)
}
