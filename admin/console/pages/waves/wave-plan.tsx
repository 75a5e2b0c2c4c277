import { DataTable } from '../../parts/data-table.tsx'
import { formatNumber, formatPeople } from '../../parts/format.ts'
import { Moment } from '../../parts/moment.tsx'
import type { WavePlanAnswer } from '../../server-calls/answers.ts'

const LEFT_OUT = [
  ['invited', 'invited before'],
  ['flagged', 'to review first (the status “To review” invites them)'],
  ['verified', 'with a verified payment, which gives access (the status “Paid, verified” invites them)'],
  ['unconfirmed', 'not confirmed yet (double opt-in)'],
  ['unreachable', 'with an address that takes no email'],
  ['erased', 'erased, but restored from a backup'],
] as const

/** The plan of a wave: how many people it would invite, how many places would be left, the first ten people, and who is left out. */
export function WavePlan({ plan }: { plan: WavePlanAnswer }) {
  const { would_invite: count, spots, first, is_started, invited, size, eligible, left_out, unknown } = plan
  const wanted = size - invited
  const missing = LEFT_OUT.filter(([name]) => (left_out[name] ?? 0) > 0)
  return (
    <div className="grid gap-3">
      <p className="font-display text-2xl">
        {count === 0 ? 'No one would be invited.' : `${formatPeople(count)} would be invited.`}
      </p>
      <p>
        {formatNumber(spots - count)} of {formatNumber(spots)} places would be left.
        {is_started && ` The wave has invited ${invited} of ${size} so far.`}
        {count < wanted &&
          ` Only ${count} of ${wanted}, because ${eligible > count ? 'there are no more places' : 'no one else can be invited'}.`}
      </p>
      {first.length > 0 && (
        <>
          <DataTable
            label="The first people"
            rows={first}
            empty={null}
            getRowId={({ email }) => email}
            columns={[
              { title: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
              { title: 'Address', cell: ({ email }) => <bdi>{email}</bdi> },
              { title: 'Signed up', cell: ({ created_at }) => <Moment at={created_at} /> },
            ]}
          />
          {count > first.length && <p className="text-muted">and {formatNumber(count - first.length)} more</p>}
        </>
      )}
      {(missing.length > 0 || unknown.length > 0) && (
        <ul className="list-disc ps-6 text-muted">
          {missing.map(([name, reason]) => (
            <li key={name}>
              {left_out[name]} left out: {reason}
            </li>
          ))}
          {unknown.length > 0 && (
            <li className="wrap-anywhere">
              {unknown.length} of the list not signed up: {unknown.slice(0, 10).join(', ')}
              {unknown.length > 10 && ', …'}
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
