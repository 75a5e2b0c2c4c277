import { type ReactNode, useEffect, useRef } from 'react'
import { brand } from '../../../website/app/brand.ts'

type PageProps = {
  title: string
  /** One sentence about the page, or the time when its data was read. */
  lead?: ReactNode
  /** The controls beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of the console. Moves the focus to the heading when the page is opened or its title changes. */
export function Page({ title, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${brand.name} console`
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [title])
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6 px-4 py-6 sm:px-8 sm:py-10">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-dialog wrap-anywhere">
            {title}
          </h1>
          {lead && <div className="mt-1 text-muted">{lead}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
