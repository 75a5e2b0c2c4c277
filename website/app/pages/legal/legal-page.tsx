import { Button } from '@site/ui/button.tsx'
import { formatCalendarDay } from '@site/ui/calendar-text.ts'
import { Fragment, useEffect, useState, useSyncExternalStore } from 'react'
import type { LegalBlock, LegalInline, LegalText } from '../../content/legal.ts'

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

/** Renders the paragraphs and lists of a section of a legal text. */
function LegalBlocks({ blocks }: { blocks: readonly LegalBlock[] }) {
  return blocks.map((block) => <Block key={JSON.stringify(block)} block={block} />)
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === 'string' || !('list' in block)) {
    return (
      <p className="mt-4">
        <Words words={block} />
      </p>
    )
  }
  return (
    <ul className="mt-4 grid list-disc gap-2 ps-6">
      {block.list.map((words) => (
        <li key={JSON.stringify(words)}>
          <Words words={words} />
        </li>
      ))}
    </ul>
  )
}

function Words({ words }: { words: LegalInline }) {
  if (typeof words === 'string') return words
  return words.map((part) =>
    typeof part === 'string' ? (
      <Fragment key={part}>{part}</Fragment>
    ) : (
      <a key={part.href} href={part.href} className="text-link">
        {part.text}
      </a>
    ),
  )
}

/**
 * Shows today's date as 'Last updated' (required by the specification), and the date on which the wording came into force. Today's date
 * depends on the visitor's clock, so the prerendered page shows the date of coming into force in both places.
 */
function LegalDates({ effectiveFrom }: { effectiveFrom: string }) {
  const effective = formatCalendarDay(new Date(effectiveFrom), 'UTC')
  const today = useSyncExternalStore(
    neverChanges,
    () => formatCalendarDay(new Date(), 'of the visitor'),
    () => effective,
  )
  return (
    <p className="mt-4 text-muted">
      Last updated: {today}
      <br />
      Effective from: <time dateTime={effectiveFrom}>{effective}</time>
    </p>
  )
}

function neverChanges() {
  return () => {}
}

/**
 * React hook that returns the id of the section that the visitor is reading, for highlighting it in the table of contents: the last section
 * whose top is within or above the upper third of the viewport, or null before the first section.
 */
function useSectionReadTracking(sections: readonly { id: string }[]): string | null {
  const [read, setRead] = useState<string | null>(null)
  useEffect(() => {
    if (!('IntersectionObserver' in window)) return
    const passed = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect, rootBounds } of entries) {
          if (isIntersecting || boundingClientRect.bottom < (rootBounds?.top ?? 0)) passed.add(target.id)
          else passed.delete(target.id)
        }
        setRead(sections.findLast(({ id }) => passed.has(id))?.id ?? null)
      },
      { rootMargin: '0px 0px -66% 0px' },
    )
    for (const { id } of sections) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [sections])
  return read
}
