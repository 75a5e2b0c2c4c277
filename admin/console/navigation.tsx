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
    <header className="console-bar">
      <Link href="/today" className="console-logo">
        <Logo name={brand.name} />
        <span className="text-sm text-muted">console</span>
      </Link>
      <div className="console-operator">
        <bdi className="font-semibold">{operator?.who}</bdi>
        {operator && (
          <a href={operator.site} target="_blank" rel="noopener" className="text-link">
            {new URL(operator.site).host}
          </a>
        )}
      </div>
      <nav aria-label="Pages">
        {/* The list scrolls sideways on a narrow screen. It needs no tabIndex: focusing a link scrolls the link into view. */}
        <ul ref={list}>
          {PAGES.map(([href, name]) => {
            const isCurrent = path === href || path.startsWith(`${href}/`)
            const count = waiting[href] ?? 0
            return (
              <li key={href}>
                <Link href={href} className="console-link" aria-current={isCurrent ? 'page' : undefined}>
                  {name}
                  {count > 0 && (
                    <span className="console-count">
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
