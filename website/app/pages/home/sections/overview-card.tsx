import { FooterLinks } from '../../../frame/footer.tsx'
import { KeptPile, useKeptCount } from './deck/kept-pile.tsx'

/** The overview card beside the home page's content, in very wide windows only: what the visitor kept, and the sections of the page. */
export function OverviewCard() {
  const kept = useKeptCount()
  return (
    <aside aria-label="Overview" className="overview-card">
      <div className="noscript:hidden">
        <KeptPile />
        <p className="font-semibold">{kept > 0 ? `${kept} kept` : 'Keepers land here'}</p>
      </div>
      <FooterLinks />
    </aside>
  )
}
