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
        {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
      </header>
      <div className={flush ? 'pt-3' : 'px-5 pt-3 pb-5'}>{children}</div>
    </section>
  )
}

/** A highlighted message about a state that the operator should act on, such as paused mail. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-card bg-amber-ground px-5 py-3 font-semibold text-amber [&_a]:underline">
      {children}
    </p>
  )
}

type FigureProps = {
  label: string
  value: ReactNode
  detail?: ReactNode
  /** Colours the figure: `bad` red, `warn` amber. */
  tone?: 'bad' | 'warn' | undefined
  /** A link or button at the foot of the panel. */
  action?: ReactNode
}

/** A panel with a label, a figure in large type, and optional details and an action below. */
export function Figure({ label, value, detail, tone, action }: FigureProps) {
  const colour = tone === 'bad' ? 'text-danger' : tone === 'warn' ? 'text-amber' : undefined
  return (
    <div className="panel flex flex-col items-start gap-1 px-4 py-4 sm:px-5">
      <p className="text-sm font-medium text-muted">{label}</p>
      <p className={joinClassNames('font-display text-4xl tabular-nums', colour)}>{value}</p>
      {detail && <p className="text-sm text-muted">{detail}</p>}
      {action && <div className="mt-auto pt-2">{action}</div>}
    </div>
  )
}
