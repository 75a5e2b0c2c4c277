import { KeptPile, useKeptCount } from './deck/kept-pile.tsx'

const sections = [
  ['how-it-works', 'How It Works'],
  ['features', 'Features'],
  ['story', 'Story'],
  ['who-is-this-for', 'Who it’s for'],
  ['pricing', 'Pricing'],
  ['faq', 'FAQ'],
] as const

/** The overview card beside the home page's content, in very wide windows only: what the visitor kept, and the sections of the page. */
export function OverviewCard() {
  const kept = useKeptCount()
  return (
    <aside aria-label="Overview" className="overview-card">
      <div className="noscript:hidden">
        <KeptPile />
        <p className="font-semibold">{kept > 0 ? `${kept} kept` : 'Keepers land here'}</p>
      </div>
      <ul>
        {sections.map(([id, label]) => (
          <li key={id}>
            <a href={`/#${id}`} className="footer-link">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </aside>
  )
}
