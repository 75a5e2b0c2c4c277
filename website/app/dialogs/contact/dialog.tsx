import { useState } from 'react'
import { afterFrame } from '../../ui/after-frame.ts'
import { FormDialog } from '../form-dialog.tsx'
import type { DialogControl } from '../open-dialog.ts'
import { ContactForm } from './contact-form.tsx'
import { words } from './form.ts'
import { ContactSentNote } from './sent.tsx'

/** The contact dialog: the form, and the success view after sending. */
export function ContactDialog({ open, onClose }: DialogControl) {
  return (
    <FormDialog name="contact" open={open} onClose={onClose} title={words.title} subtitle={words.subtitle}>
      <ContactView onClose={onClose} />
    </FormDialog>
  )
}

/** The contact form or its success view. FormDialog resets this child when it closes, so that the next opening shows the form. */
function ContactView({ onClose }: { onClose: () => void }) {
  const [answerTo, setAnswerTo] = useState<string | null>(null)
  const leave = () => afterFrame(onClose)
  if (answerTo !== null) return <ContactSentNote answerTo={answerTo} onClose={leave} />
  return <ContactForm onSent={setAnswerTo} onCancel={leave} />
}
