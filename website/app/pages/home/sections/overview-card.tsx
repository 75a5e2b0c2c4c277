import { Icon, type IconName } from '../../../art/icon.tsx'
import { brand } from '../../../brand.ts'
import { getProductPromise } from '../../../content/promises.ts'

const facts: { icon: IconName; text: string }[] = [
  { icon: 'stack', text: getProductPromise('no-photo-limit').label },
  { icon: 'offline', text: getProductPromise('offline').label },
  { icon: 'lock', text: getProductPromise('nothing-uploaded').label },
  { icon: 'mac', text: 'Mac and Windows' },
  { icon: 'heart', text: getProductPromise('free-beta').label },
]

/** The overview card, which is shown beside the home page's content in very wide windows only. */
export function OverviewCard() {
  return (
    <aside aria-label="Overview" className="overview-card">
      <p className="font-display text-lg font-semibold">{brand.name} at a glance</p>
      <ul className="mt-4 grid gap-3">
        {facts.map((fact) => (
          <li key={fact.text} className="flex items-center gap-3 text-muted">
            <Icon name={fact.icon} className="size-5 shrink-0 text-rose-text" />
            {fact.text}
          </li>
        ))}
      </ul>
    </aside>
  )
}
