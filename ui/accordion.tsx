import type { ReactNode, SyntheticEvent } from 'react'

type AccordionItem = { title: string; content: ReactNode }

type AccordionProps = {
  /** The `name` attribute of all details elements, by which the browser keeps at most one open. Must be unique on the page. */
  name: string
  items: readonly AccordionItem[]
  headingLevel?: 'h3' | 'h4'
}

/**
 * An accordion of native details elements, at most one open at a time. It works without script, and find-in-page opens items. The script
 * closes the others too, because `name` groups them only from Safari 17.2, Chrome 120 and Firefox 130 on.
 */
export function Accordion({ name, items, headingLevel: Heading = 'h3' }: AccordionProps) {
  return (
    <div>
      {items.map((item) => (
        <details key={item.title} name={name} className="accordion-item group" onToggle={closeOthers}>
          <AccordionSummary>
            <Heading>{item.title}</Heading>
          </AccordionSummary>
          <div className="accordion-content max-w-prose pb-6 text-muted">{item.content}</div>
        </details>
      ))}
    </div>
  )
}

/** The summary of a `details` element with the class `accordion-item group`: a heading, and a plus sign that turns when the element is open. */
export function AccordionSummary({ children }: { children: ReactNode }) {
  return (
    <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-4">
      {children}
      <svg
        viewBox="0 0 24 24"
        className="size-5 shrink-0 text-muted transition-transform duration-200 group-open:rotate-45"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M12 5v14M5 12h14" />
      </svg>
    </summary>
  )
}

function closeOthers({ currentTarget: opened }: SyntheticEvent<HTMLDetailsElement>) {
  if (!opened.open) return
  for (const other of document.getElementsByName(opened.getAttribute('name') ?? ''))
    if (other instanceof HTMLDetailsElement && other !== opened) other.open = false
}
