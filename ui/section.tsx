import type { ReactNode } from 'react'
import { joinClassNames } from './class-names.ts'

type SectionProps = {
  id: string
  /** The section's h2. Without it, the content contains the h2, with the id of the section and `-title`. */
  title?: string
  /** Introductory text below the section's title. */
  lead?: ReactNode
  children: ReactNode
  /** Whether the section is quieter than its neighbours: on wide screens, its title is smaller. */
  quiet?: boolean
  /** CSS classes of the section, for its background and padding. */
  className?: string
  /** Alignment of the section's heading; the content is not affected. */
  align?: 'start' | 'center'
}

/** A section of the page with an anchor and an h2, which labels it. */
export function PageSection({ id, title, lead, children, className, quiet, align = 'start' }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={joinClassNames('py-14', quiet ? 'md:py-16' : 'md:py-20', className)}
    >
      <div className="container-page">
        {title && (
          <header className={joinClassNames('max-w-3xl', align === 'center' && 'mx-auto text-center')}>
            <h2 id={`${id}-title`} className={quiet ? 'text-title-quiet' : 'text-title'}>
              {title}
            </h2>
            {lead && <p className="mt-3 text-lead text-balance text-muted">{lead}</p>}
          </header>
        )}
        {children}
      </div>
    </section>
  )
}
