import { useState } from 'react'
import { afterFrame } from '../../ui/after-frame.ts'
import { FormDialog } from '../form-dialog.tsx'
import type { DialogControl } from '../open-dialog.ts'
import { ContactForm } from './contact-form.tsx'
import { words } from './form.ts'
import { Sent } from './sent.tsx'

/** A message to the founders: the form, and what is shown when it has gone. */
export function ContactDialog({ open, onClose }: DialogControl) {
  return (
    <FormDialog name="contact" open={open} onClose={onClose} title={words.title} subtitle={words.subtitle}>
      <Conversation onClose={onClose} />
    </FormDialog>
  )
}

/** Stands inside what a closing resets, so that the next opening begins with the form again. */
function Conversation({ onClose }: { onClose: () => void }) {
  const [answerTo, setAnswerTo] = useState<string | null>(null)
  const leave = () => afterFrame(onClose)
  if (answerTo !== null) return <Sent answerTo={answerTo} onClose={leave} />
  return <ContactForm onSent={setAnswerTo} onCancel={leave} />
}
