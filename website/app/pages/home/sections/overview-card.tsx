import { KeptPile, useKeptCount } from './deck/kept-pile.tsx'

/** The overview card beside the home page's content, in very wide windows only: what the visitor has kept so far. */
export function OverviewCard() {
  const kept = useKeptCount()
  return (
    <aside aria-label="Overview" className="overview-card quiet noscript:hidden">
      <KeptPile />
      <p className="text-sm text-muted">{kept > 0 ? `${kept} kept` : 'Keepers land here'}</p>
    </aside>
  )
}
