import { joinClassNames } from '@site/ui/class-names.ts'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { Logo } from '../../website/app/art/logo.tsx'
import { brand } from '../../website/app/brand.ts'
import { useToday } from './pages/today/today-context.ts'
import { formatNumber } from './parts/format.ts'
import { useOperator } from './server-calls/use-operator.ts'

const PAGES = [
  ['/today', 'Today'],
  ['/people', 'People'],
  ['/waves', 'Waves'],
  ['/messages', 'Messages'],
  ['/mail', 'Mail'],
  ['/releases', 'Releases'],
  ['/webhooks', 'Webhooks'],
  ['/backups', 'Backups'],
  ['/health', 'Health'],
  ['/settings', 'Settings'],
  ['/log', 'Log'],
] as const

/** A bar whose links scroll sideways on a narrow screen; a sticky column on a wide one. */
const BAR = joinClassNames(
  'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 border-b border-line bg-table px-4 pt-2 pb-1',
  'lg:sticky lg:top-0 lg:flex lg:h-svh lg:flex-col lg:items-stretch lg:gap-6 lg:overflow-y-auto lg:border-b-0 lg:py-6',
)
/**
 * On a narrow screen, the list scrolls sideways and fades out at its end. The padding is as wide as the fade, so that the whole last link is
 * visible when the list is scrolled to its end.
 */
const LIST = joinClassNames(
  'relative flex gap-1 overflow-x-auto p-1 lg:flex-col lg:overflow-x-visible lg:p-0',
  'max-lg:scroll-pe-8 max-lg:pe-8 max-lg:[mask-image:linear-gradient(to_right,black_calc(100%-2rem),transparent)]',
)
/** Beside the logo on a narrow screen; at the foot of the column on a wide one. */
const OPERATOR = joinClassNames(
  'grid min-h-11 justify-items-end text-sm leading-[1.4] *:max-w-full *:truncate',
  'lg:order-1 lg:mt-auto lg:justify-items-start lg:px-3.5',
)
const LINK = joinClassNames(
  'flex min-h-11 items-center gap-3 rounded-full px-3.5 font-medium whitespace-nowrap text-ink hover:bg-surface',
  'aria-[current=page]:bg-ink aria-[current=page]:text-paper max-lg:gap-2 max-lg:px-3 max-lg:text-[length:var(--text-sm)]',
)
const COUNT =
  'ms-auto min-w-6 rounded-full bg-rose-strong px-1.5 text-center text-sm leading-6 font-semibold text-print'

/** The product's name, the site, the operator, and the links to the pages with the number of unanswered messages and given-up emails. */
export function Navigation() {
  const [path] = useLocation()
  const list = useRef<HTMLUListElement>(null)
  const { data } = useToday().call
  const operator = useOperator()
  const messages = data?.messages.open ?? 0
  const mails = data?.mail.counts.given_up ?? 0
  const waiting: Partial<Record<string, number>> = { '/messages': messages, '/mail': mails }
  useEffect(() => {
    // On a narrow screen the list scrolls sideways. The current link may be out of view, also after a number has widened another link.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path, messages, mails])
  return (
    <header className={BAR}>
      <Link href="/today" className="flex min-h-11 items-center gap-2 lg:px-3">
        <Logo name={brand.name} />
        <span className="text-sm text-muted">console</span>
      </Link>
      <div className={OPERATOR}>
        <bdi className="font-semibold">{operator?.who}</bdi>
        {operator && (
          <a href={operator.site} target="_blank" rel="noopener" className="text-link">
            {new URL(operator.site).host}
          </a>
        )}
      </div>
      <nav aria-label="Pages" className="col-span-full -mx-2 min-w-0 lg:m-0">
        {/* It needs no tabIndex: focusing a link scrolls the link into view. The position contains the visually hidden texts. */}
        <ul ref={list} className={LIST}>
          {PAGES.map(([href, name]) => {
            const isCurrent = path === href || path.startsWith(`${href}/`)
            const count = waiting[href] ?? 0
            return (
              <li key={href}>
                <Link href={href} className={LINK} aria-current={isCurrent ? 'page' : undefined}>
                  {name}
                  {count > 0 && (
                    <span className={COUNT}>
                      {count > 999 ? '999+' : formatNumber(count)}
                      <span className="sr-only"> waiting</span>
                    </span>
                  )}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
    </header>
  )
}
