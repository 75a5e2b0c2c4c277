import { Accordion } from '@site/ui/accordion.tsx'
import { homeFaqItems } from '../../../content/faq.ts'
import { ContactButton } from '../../../frame/dialog-buttons.tsx'
import { PhotoPrint } from '../../../photo-print.tsx'

const items = homeFaqItems.map(({ question, answer }) => ({ title: question, content: answer }))

/** The FAQ section with nine questions, and a button that opens the contact dialog. */
export function FaqSection() {
  return (
    <section id="faq" aria-labelledby="faq-title" className="py-14 md:py-20">
      <div className="container-page grid gap-10 lg:grid-cols-[5fr_8fr]">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <h2 id="faq-title" className="text-title">
            Good questions
          </h2>
          <p className="mt-4 max-w-sm text-lead text-muted">Don’t see yours? Ask us, and we’ll write back.</p>
          <ContactButton className="mt-6" variant="secondary">
            Contact Us
          </ContactButton>
          <PhotoPrint name="dog-in-bow-tie" className="mt-12 w-56 -rotate-6 max-lg:hidden" />
        </div>
        <Accordion name="faq" items={items} />
      </div>
    </section>
  )
}
