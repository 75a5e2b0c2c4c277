import { Link, useLocation } from 'wouter'

const TABS = [
  ['/mail', 'Outbox'],
  ['/mail/previews', 'Templates'],
] as const

/** The links between the outbox and the templates. */
export function MailTabs() {
  const [path] = useLocation()
  return (
    <nav aria-label="Mail" className="choices">
      {TABS.map(([href, name]) => {
        const isCurrent = href === '/mail' ? path === href : path.startsWith(href)
        return (
          <Link key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
            {name}
          </Link>
        )
      })}
    </nav>
  )
}
