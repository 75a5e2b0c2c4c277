import { joinClassNames } from '@site/ui/class-names.ts'
import type { ReactNode } from 'react'

type BadgeProps = { tone?: 'good' | 'warn' | 'bad' | undefined; className?: string; children: ReactNode }

/** A state in a word or two. `tone` colours it: `good` green, `warn` amber, `bad` red. */
export function Badge({ tone, className, children }: BadgeProps) {
  return (
    <span className={joinClassNames('badge', className)} data-tone={tone}>
      {children}
    </span>
  )
}
