import { joinClassNames } from '@site/ui/class-names.ts'
import type { ReactNode } from 'react'

type FactsProps = { facts: readonly (readonly [name: string, value: ReactNode])[]; className: string }

/** A list of names and values, in two columns. */
export function Facts({ facts, className }: FactsProps) {
  return (
    <dl className={joinClassNames('grid grid-cols-[auto_1fr] text-sm sm:text-base', className)}>
      {facts.map(([name, value], index) => (
        <div key={`${name}-${index}`} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
