import { Link } from 'wouter'
import type { SignupSorting } from '../../../src/signups/choices.ts'
import { describePayment } from '../../../src/signups/payment-state.ts'
import { formatAmount } from '../../../src/view/text.ts'
import { Badge } from '../../parts/badge.tsx'
import { DataTable, type TableColumn } from '../../parts/data-table.tsx'
import { toTitle, toWords } from '../../parts/format.ts'
import { Day } from '../../parts/moment.tsx'
import type { SignupRow } from '../../server-calls/answers.ts'

type PeopleTableProps = {
  rows: readonly SignupRow[]
  page: number
  sort: SignupSorting
  onSort: (sort: SignupSorting) => void
}

/** The names of the forms with which people sign up. */
const SOURCES: Readonly<Record<string, string>> = {
  'signup-dialog': 'Form',
  payment: 'Payment',
  import: 'Import',
}

/** Returns the name of a sign-up form. */
export function formatSource(form: string): string {
  return SOURCES[form] ?? toWords(form)
}

/**
 * A table of sign-ups. Pressing the header "Address" or "Signed up" sorts it. Where it is narrow, a sign-up has two lines: name and status,
 * address and day.
 */
export function PeopleTable({ rows, page, sort, onSort }: PeopleTableProps) {
  const columns: TableColumn<SignupRow>[] = [
    {
      title: 'Name',
      cell: ({ id, name }) => (
        <Link href={`/people/${id}`} className="text-link font-semibold">
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    { title: 'Status', cell: (row) => <SignupStatus row={row} /> },
    {
      title: 'Address',
      cell: ({ email }) => <bdi>{email}</bdi>,
      sort: {
        direction: sort === 'address' ? 'ascending' : sort === 'address-desc' ? 'descending' : undefined,
        onPress: () => onSort(sort === 'address' ? 'address-desc' : 'address'),
      },
    },
    {
      title: 'Signed up',
      cell: ({ created_at }) => <Day at={created_at} />,
      sort: {
        direction: sort === 'newest' ? 'descending' : sort === 'oldest' ? 'ascending' : undefined,
        onPress: () => onSort(sort === 'newest' ? 'oldest' : 'newest'),
      },
    },
    { title: 'Wave', cell: ({ wave }) => wave && <bdi className="whitespace-nowrap">{wave}</bdi> },
    { title: 'Source', cell: ({ consent_form }) => formatSource(consent_form) },
  ]
  const getRowId = ({ id }: SignupRow) => id
  return <DataTable label="People" isCompact {...{ columns, rows, page, getRowId }} empty="No one matches." />
}

/**
 * Shows the status of a sign-up: paid with the amount (“Paid” is a verified payment, “Says paid” one that was only reported, with or
 * without an amount, “Refunded” and “Disputed” one that counts no longer), not confirmed, or free.
 * Also shows the reason to review it, if there is one.
 */
export function SignupStatus({ row }: { row: SignupRow }) {
  const { order_id, payment_verified, payment_reversal, flag_reason, confirm_by } = row
  const payment = describePayment(payment_verified, payment_reversal)
  return (
    <span className="flex flex-wrap gap-1.5">
      {order_id !== null && (
        <Badge tone={payment_verified ? 'good' : 'warn'}>
          {toTitle(payment)}, {row.amount === null ? 'no amount' : formatAmount(row.amount, row.currency)}
          {payment_verified && ', verified'}
        </Badge>
      )}
      {(confirm_by || order_id === null) && (
        <Badge tone={confirm_by ? 'warn' : undefined}>{confirm_by ? 'Not confirmed' : 'Free'}</Badge>
      )}
      {flag_reason !== null && (
        <Badge tone="bad" className="whitespace-normal">
          {flag_reason}
        </Badge>
      )}
    </span>
  )
}
