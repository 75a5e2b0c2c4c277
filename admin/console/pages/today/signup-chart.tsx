import { useMemo } from 'react'
import { Choices } from '../../parts/choices.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { formatDateTime, formatDay, formatNumber, toWords } from '../../parts/format.ts'
import { Panel } from '../../parts/panel.tsx'
import { SeriesChart } from '../../parts/series-chart.tsx'
import type { TodayAnswer } from '../../server-calls/answers.ts'
import type { SignupPeriod } from './today-context.ts'

type SignupCount = TodayAnswer['signups'][number]

const PERIODS = [
  ['hour', 'Hours'],
  ['day', 'Days'],
  ['week', 'Weeks'],
] as const

/** The reasons for which the server refuses sign-ups. Each text follows the number of refusals: “2 already signed up”. */
const REASONS: Readonly<Record<string, string>> = {
  duplicate: 'already signed up',
  missing: 'without a name or address',
  limit: 'after too many attempts',
  rule: 'with an invalid name or address',
  screening: 'that looked like a bot',
}

type SignupChartProps = {
  period: SignupPeriod
  onPeriod: (period: SignupPeriod) => void
  counts: readonly SignupCount[]
}

/** Sign-ups over time, as a chart and as a table: free, paid and refused. Leaves out the refused ones when the host does not count them. */
export function SignupChart({ period, onPeriod, counts: read }: SignupChartProps) {
  const counts = useMemo(() => withoutEmptyStart(read), [read])
  const times = useMemo(() => counts.map(({ at }) => Date.parse(at) / 1000), [counts])
  const format = (seconds: number) => (period === 'hour' ? formatDateTime : formatDay)(new Date(seconds * 1000))
  const isRefusedCounted = counts.every(({ refused }) => refused !== null)
  const series = [
    { name: 'Free', token: '--orchid', values: counts.map(({ free }) => free) },
    { name: 'Paid', token: '--rose-strong', values: counts.map(({ paid }) => paid) },
    ...(isRefusedCounted
      ? [{ name: 'Refused', token: '--edge', values: counts.map(({ refused }) => sum(refused)), isOutlined: true }]
      : []),
  ]
  const total = counts.reduce((all, { free, paid }) => all + free + paid, 0)
  const reasons = sumReasons(counts)
  return (
    <Panel
      title="Sign-ups"
      actions={<Choices label="Sign-ups by" choices={PERIODS} chosen={period} onChoose={onPeriod} />}
    >
      <SeriesChart
        label={`Sign-ups of the last ${counts.length} ${period}s: ${formatNumber(total)}. The table below has every value.`}
        times={times}
        series={series}
        formatTime={format}
      />
      {!isRefusedCounted && <p className="pt-3 text-sm text-muted">Refused sign-ups are not counted on this host.</p>}
      {reasons.length > 0 && (
        <p className="pt-3 text-sm text-muted">
          Refused:{' '}
          {reasons
            .map(([reason, amount]) => `${formatNumber(amount)} ${REASONS[reason] ?? toWords(reason)}`)
            .join(', ')}
          .
        </p>
      )}
      <details className="pt-3">
        <summary className="text-link inline-block cursor-pointer py-1 text-sm">As a table</summary>
        <DataTable
          label="Sign-ups as a table"
          rows={counts.map(({ at }, index) => ({ at: Date.parse(at) / 1000, index }))}
          empty={null}
          getRowId={({ at }) => at}
          columns={[
            { title: 'From', cell: ({ at }) => format(at) },
            ...series.map(({ name, values }) => ({
              title: name,
              isNumber: true,
              cell: ({ index }: { index: number }) => formatNumber(values[index] ?? 0),
            })),
          ]}
        />
      </details>
    </Panel>
  )
}

/** Returns the counts without the periods before the first sign-up or refusal, but at least the last 14 periods. */
function withoutEmptyStart(counts: readonly SignupCount[]): readonly SignupCount[] {
  const isShown = ({ free, paid, refused }: SignupCount, index: number) =>
    free + paid + sum(refused) > 0 || index >= counts.length - 14
  return counts.slice(counts.findIndex(isShown))
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
