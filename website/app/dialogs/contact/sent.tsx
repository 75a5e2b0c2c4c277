import { Button } from '@site/ui/button.tsx'
import { useEffect, useRef } from 'react'
import { Icon } from '../../art/icon.tsx'
import { contactWords } from './form.ts'

/** The success view of the contact form. Its heading receives the focus, because the submit button that had it was removed. */
export function ContactSentNote({ answerTo, onClose }: { answerTo: string; onClose: () => void }) {
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
