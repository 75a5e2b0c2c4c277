import { useMemo } from 'react'
import { Panel } from '../../parts/panel.tsx'
import { ScrollRegion } from '../../parts/scroll-region.tsx'
import { SeriesChart } from '../../parts/series-chart.tsx'
import type { TodayAnswer } from '../../server-calls/answers.ts'
import type { SignupPeriod } from './today-context.ts'

type SignupCount = TodayAnswer['signups'][number]

/** The labels of the reasons for which the server refuses a sign-up. */
const REASONS: Partial<Record<string, string>> = {
  duplicate: 'address known already',
  missing: 'name or address missing',
  limit: 'too many attempts',
  rule: 'name or address not valid',
  screening: 'looked like a bot',
}

const formats: Record<SignupPeriod, Intl.DateTimeFormat> = {
  hour: new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' }),
  day: new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' }),
  week: new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' }),
}

/** Sign-ups over time, as a chart and as a table: free, paid and refused. Leaves out the refused ones when the host does not count them. */
export function SignupChart({ period, counts }: { period: SignupPeriod; counts: readonly SignupCount[] }) {
  const times = useMemo(() => counts.map(({ at }) => Date.parse(at) / 1000), [counts])
  const format = (seconds: number) => formats[period].format(new Date(seconds * 1000))
  const isRefusedCounted = counts.every(({ refused }) => refused !== null)
  const series = [
    { name: 'Free', token: '--orchid', values: counts.map(({ free }) => free) },
    { name: 'Paid', token: '--rose-strong', values: counts.map(({ paid }) => paid) },
    ...(isRefusedCounted
      ? [{ name: 'Refused', token: '--edge', values: counts.map(({ refused }) => sum(refused)) }]
      : []),
  ]
  const total = counts.reduce((all, { free, paid }) => all + free + paid, 0)
  const reasons = sumReasons(counts)
  return (
    <Panel title="Sign-ups">
      <SeriesChart
        label={`Sign-ups of the last ${counts.length} ${period}s: ${total}. The table below has every value.`}
        times={times}
        series={series}
        formatTime={format}
      />
      {!isRefusedCounted && <p className="pt-3 text-sm text-muted">Refused sign-ups: not counted on this host.</p>}
      {reasons.length > 0 && (
        <p className="pt-3 text-sm text-muted">
          Refused: {reasons.map(([reason, amount]) => `${amount} × ${REASONS[reason] ?? reason}`).join(', ')}.
        </p>
      )}
      <details className="pt-3">
        <summary className="text-link inline-block cursor-pointer py-1 text-sm">As a table</summary>
        <ScrollRegion label="Sign-ups as a table" className="max-h-80 overflow-y-auto">
          <table className="data-table">
            <thead>
              <tr>
                <th scope="col">From</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col" data-number>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {counts.map(({ at }, index) => (
                <tr key={at}>
                  <td>{format(Date.parse(at) / 1000)}</td>
                  {series.map(({ name, values }) => (
                    <td key={name} data-number>
                      {values[index]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </Panel>
  )
}

function sum(amounts: Record<string, number> | null): number {
  return Object.values(amounts ?? {}).reduce((all, amount) => all + amount, 0)
}

function sumReasons(counts: readonly SignupCount[]): [reason: string, amount: number][] {
  const reasons = new Map<string, number>()
  for (const { refused } of counts) {
    for (const [reason, amount] of Object.entries(refused ?? {}))
      reasons.set(reason, (reasons.get(reason) ?? 0) + amount)
  }
  return [...reasons].sort(([, a], [, b]) => b - a)
}
