import { joinClassNames } from '@site/ui/class-names.ts'
import type { ReactNode } from 'react'

/** A region that scrolls on its own. It is focusable, so that it can be scrolled by keyboard. */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <div
      role="group"
      aria-label={label}
      className={joinClassNames('table-scroll', className)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {children}
    </div>
  )
}
