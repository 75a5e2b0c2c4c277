import { Button } from '@site/ui/button.tsx'
import type { LegalText } from '../../content/legal.ts'
import { LegalBlocks } from './legal-blocks.tsx'
import { LegalDates } from './legal-dates.tsx'
import { useSectionReadTracking } from './use-section-read.ts'

/** Layout of a legal page: numbered sections with lines of at most 65 characters, and a sticky table of contents. */
export function LegalPage({ text }: { text: LegalText }) {
  return (
    <div className="container-page grid gap-x-16 gap-y-10 pt-32 pb-20 lg:grid-cols-[17rem_32rem] lg:gap-x-12 lg:justify-center print:block print:pt-0">
      <header className="max-w-[32rem] lg:col-start-2">
        <h1 className="text-title">{text.title}</h1>
        <p className="mt-4 text-lead text-muted">{text.lead}</p>
        <LegalDates effectiveFrom={text.effectiveFrom} />
      </header>
      <TableOfContents text={text} />
      <article className="max-w-[32rem] lg:col-start-2">
        {text.sections.map((section, index) => (
          <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`} className="mb-10">
            <h2 id={`${section.id}-title`} className="text-heading break-after-avoid">
              {index + 1}. {section.title}
            </h2>
            <LegalBlocks blocks={section.blocks} />
          </section>
        ))}
        <Button href="/" variant="outline" className="print:hidden">
          Back to Home
        </Button>
      </article>
    </div>
  )
}

function TableOfContents({ text }: { text: LegalText }) {
  const read = useSectionReadTracking(text.sections)
  return (
    <nav
      aria-label="On this page"
      className="lg:sticky lg:top-28 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:self-start print:hidden"
    >
      <p className="font-semibold">On this page</p>
      <ol className="mt-2 border-s-2 border-line">
        {text.sections.map((section, index) => (
          <li key={section.id}>
            <a
              href={`#${section.id}`}
              aria-current={section.id === read ? 'true' : undefined}
              className="-ms-0.5 inline-flex min-h-10 border-s-2 border-transparent items-baseline gap-2 py-1.5 ps-4 leading-snug text-muted hover:text-ink hover:underline aria-current:border-rose-text aria-current:text-ink forced-colors:aria-current:underline"
            >
              <span aria-hidden="true">{index + 1}.</span>
              {section.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
