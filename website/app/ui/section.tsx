import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type SectionProps = {
  id: string
  title: string
  /** A sentence or two below the title. */
  lead?: ReactNode
  children: ReactNode
  /** Classes of the whole band: ground and space. */
  className?: string
  /** Where the heading stands; the content decides the rest. */
  align?: 'start' | 'center'
}

/** A band of the page with its anchor and its h2, named by that heading. */
export function Section({ id, title, lead, children, className, align = 'start' }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classNames('py-20 md:py-28', className)}>
      <div className="container-page">
        <header className={classNames('max-w-2xl', align === 'center' && 'mx-auto text-center')}>
          <h2 id={`${id}-title`} className="text-title">
            {title}
          </h2>
          {lead && <p className="mt-4 text-lead text-muted">{lead}</p>}
        </header>
        {children}
      </div>
    </section>
  )
}
