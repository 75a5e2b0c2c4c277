import { NOT_COUNTED, Panel } from '../../parts/panel.tsx'
import type { TodayAnswer } from '../../server-calls/answers.ts'

const PLATFORMS: Partial<Record<string, string>> = {
  'windows-x64': 'Windows',
  'macos-intel': 'Mac with Intel',
  'macos-silicon': 'Mac with Apple chip',
}

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
      <p className="font-display text-3xl tabular-nums">{downloads.downloads.toLocaleString()}</p>
      <p className="text-sm text-muted">that began since {downloads.since}</p>
      {downloads.downloads > 0 && (
        <div className="mt-4 grid gap-5 border-t border-line pt-4">
          <Shares title="By platform" amounts={downloads.platforms} names={PLATFORMS} />
          <Shares title="By version" amounts={downloads.versions} names={{}} />
        </div>
      )}
    </Panel>
  )
}

type SharesProps = { title: string; amounts: Record<string, number>; names: Partial<Record<string, string>> }

function Shares({ title, amounts, names }: SharesProps) {
  const most = Math.max(...Object.values(amounts))
  return (
    <div>
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      <ul className="grid gap-2 pt-2 text-sm">
        {Object.entries(amounts).map(([name, amount]) => (
          <li key={name} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
            <span className="wrap-anywhere">{names[name] ?? name}</span>
            <b className="tabular-nums">{amount.toLocaleString()}</b>
            <meter
              className="col-span-2 h-2 w-full"
              min={0}
              max={most}
              value={amount}
              aria-label={names[name] ?? name}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
