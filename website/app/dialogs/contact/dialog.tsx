import { runAfterFrame } from '@site/ui/after-frame.ts'
import { useState } from 'react'
import { FormDialog } from '../form-dialog.tsx'
import type { DialogControlProps } from '../open-dialog.ts'
import { ContactForm } from './contact-form.tsx'
import { clearContactDraft } from './draft.ts'
import { contactWords } from './form.ts'
import { ContactSentNote } from './sent.tsx'

/** The contact dialog: the form, and the success view after sending. */
export function ContactDialog({ open, onClose }: DialogControlProps) {
  return (
    <FormDialog
      name="contact"
      open={open}
      onClose={onClose}
      title={contactWords.title}
      subtitle={contactWords.subtitle}
      onReset={clearContactDraft}
    >
      <ContactView onClose={onClose} />
    </FormDialog>
  )
}

/**
 * The contact form, or its success view after sending. FormDialog remounts this component after closing, so that the next opening shows the
 * form.
 */
function ContactView({ onClose }: { onClose: () => void }) {
  const [answerTo, setAnswerTo] = useState<string | null>(null)
  const leave = () => runAfterFrame(onClose)
  if (answerTo !== null) return <ContactSentNote answerTo={answerTo} onClose={leave} />
  return <ContactForm onSent={setAnswerTo} onCancel={leave} />
}
