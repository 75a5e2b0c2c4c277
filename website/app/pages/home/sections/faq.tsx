import { Accordion } from '@site/ui/accordion.tsx'
import { Button } from '@site/ui/button.tsx'
import type { MouseEvent } from 'react'
import { brand } from '../../../brand.ts'
import { homeFaqItems } from '../../../content/faq.ts'
import { preloadDialog } from '../../../dialogs/dialog-host.tsx'
import { showContactDialog } from '../../../dialogs/open-dialog.ts'
import { PhotoPrint } from '../../../photo-print.tsx'

const items = homeFaqItems.map(({ question, answer }) => ({ title: question, content: answer }))

/** The FAQ section with nine questions, and a button that opens the contact dialog. */
export function FaqSection() {
  return (
    <section id="faq" aria-labelledby="faq-title" className="py-20 md:py-28">
      <div className="container-page grid gap-12 lg:grid-cols-[5fr_8fr]">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <h2 id="faq-title" className="text-title">
            Good questions
          </h2>
          <p className="mt-4 max-w-sm text-lead text-muted">
            Don’t see yours? Ask the founders, and they’ll write back.
          </p>
          <Button
            href={`mailto:${brand.mailboxes.team}`}
            role="button"
            variant="secondary"
            className="mt-6"
            onIntent={prepareContact}
            onClick={contact}
          >
            Contact Us
          </Button>
          <PhotoPrint name="dog-in-bow-tie" className="mt-12 w-56 -rotate-6 max-lg:hidden" />
        </div>
        <Accordion name="faq" items={items} />
      </div>
    </section>
  )
}

const prepareContact = () => preloadDialog('contact')

function contact(event: MouseEvent) {
  event.preventDefault()
  showContactDialog()
}
