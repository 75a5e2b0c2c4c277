import { formatDay, formatNumber } from '../../parts/format.ts'
import { NOT_COUNTED, Panel } from '../../parts/panel.tsx'
import { formatPlatform } from '../../parts/platforms.ts'
import type { TodayAnswer } from '../../server-calls/answers.ts'

/** The number of downloads of the last 30 days, by platform and by version, or a sentence when the host does not count them. */
export function Downloads({ downloads }: Pick<TodayAnswer, 'downloads'>) {
  if (downloads === null) {
    return (
      <Panel title="Downloads">
        <p className="text-muted">{NOT_COUNTED}</p>
      </Panel>
    )
  }
  return (
    <Panel title="Downloads">
      <p className="font-display text-3xl tabular-nums">{formatNumber(downloads.downloads)}</p>
      <p className="text-sm text-muted">since {formatDay(new Date(`${downloads.since}T00:00`))}</p>
      {downloads.downloads > 0 && (
        <div className="mt-4 grid gap-5 border-t border-line pt-4">
          <Shares title="By platform" amounts={downloads.platforms} format={formatPlatform} />
          <Shares title="By version" amounts={downloads.versions} />
        </div>
      )}
    </Panel>
  )
}

type SharesProps = { title: string; amounts: Record<string, number>; format?: (name: string) => string }

function Shares({ title, amounts, format = (name) => name }: SharesProps) {
  const most = Math.max(...Object.values(amounts))
  return (
    <div>
      <h3 className="font-sans text-sm font-semibold tracking-normal text-muted">{title}</h3>
      <ul className="grid gap-2 pt-2 text-sm">
        {Object.entries(amounts).map(([name, amount]) => (
          <li key={name} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
            <span className="wrap-anywhere">{format(name)}</span>
            <b className="tabular-nums">{formatNumber(amount)}</b>
            <span className="col-span-2 rounded-full bg-table">
              <span className="block h-2 rounded-full bg-orchid" style={{ width: `${(100 * amount) / most}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
