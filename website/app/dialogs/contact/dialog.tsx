import { runAfterFrame } from '@site/ui/after-frame.ts'
import { Button } from '@site/ui/button.tsx'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../art/icon.tsx'
import { FormDialog } from '../form-dialog.tsx'
import type { DialogControlProps } from '../open-dialog.ts'
import { ContactForm } from './contact-form.tsx'
import { clearContactDraft } from './draft.ts'
import { contactWords } from './form.ts'

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

/** The success view of the contact form. Its heading receives the focus, because the submit button that had it was removed. */
function ContactSentNote({ answerTo, onClose }: { answerTo: string; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-sage-ground text-sage">
        <Icon name="check" className="size-8" />
      </span>
      <h3 ref={heading} tabIndex={-1} className="outline-none">
        {contactWords.sentTitle}
      </h3>
      <p className="text-muted">
        {contactWords.sentText} <strong className="font-semibold wrap-anywhere text-ink">{answerTo}</strong>.
      </p>
      <Button variant="outline" className="mt-3" onClick={onClose}>
        {contactWords.close}
      </Button>
    </div>
  )
}
