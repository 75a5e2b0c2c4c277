import { joinClassNames } from '@site/ui/class-names.ts'
import { type ReactNode, useId } from 'react'

/** The text in place of a figure that the host does not count. */
export const NOT_COUNTED = 'Not counted on this host.'

type PanelProps = {
  title: string
  actions?: ReactNode
  children: ReactNode
  className?: string
  /** Leaves out the padding at the sides and below, so that a table reaches the panel's edges. */
  flush?: boolean
}

/** A section of a page with a heading. */
export function Panel({ title, actions, children, className, flush }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={joinClassNames('panel min-w-0', className)}>
      <header className="flex flex-wrap items-center justify-between gap-3 px-5 pt-4">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {actions}
      </header>
      <div className={flush ? 'pt-3' : 'px-5 pt-3 pb-5'}>{children}</div>
    </section>
  )
}

type FigureProps = { label: string; value: ReactNode; detail?: ReactNode; tone?: 'bad' | 'warn' | undefined }

/** A panel with a label, a figure in large type, and optional details below. `tone` colours the figure: `bad` red, `warn` amber. */
export function Figure({ label, value, detail, tone }: FigureProps) {
  const colour = tone === 'bad' ? 'text-danger' : tone === 'warn' ? 'text-amber' : undefined
  return (
    <div className="panel grid content-start gap-1 px-5 py-4">
      <p className="text-sm font-medium text-muted">{label}</p>
      <p className={joinClassNames('font-display text-3xl tabular-nums', colour)}>{value}</p>
      {detail && <div className="text-sm text-muted">{detail}</div>}
    </div>
  )
}
