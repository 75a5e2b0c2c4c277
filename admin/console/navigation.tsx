import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useToday } from './pages/today/today-context.ts'

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

/** The links to the pages, with the number of unanswered messages and of mails that were given up. */
export function Navigation() {
  const [path] = useLocation()
  const list = useRef<HTMLUListElement>(null)
  const { data } = useToday().call
  const messages = data?.messages.open ?? 0
  const mails = data?.mail.counts.given_up ?? 0
  const waiting: Partial<Record<string, number>> = { '/messages': messages, '/mail': mails }
  useEffect(() => {
    // On a narrow screen the list scrolls sideways. The current link may be out of view, also after a number has widened another link.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path, messages, mails])
  return (
    <nav className="console-nav" aria-label="Pages">
      <p className="hidden px-3.5 font-display text-xl lg:block">Console</p>
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
                    {count > 999 ? '999+' : count}
                    <span className="sr-only"> waiting</span>
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
