import { Link } from 'wouter'
import type { SignupSorting } from '../../../src/signups/choices.ts'
import { describePayment } from '../../../src/signups/payment-state.ts'
import { Badge } from '../../parts/badge.tsx'
import { DataTable, type TableColumn } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import type { SignupRow } from '../../server-calls/answers.ts'

type PeopleTableProps = {
  rows: readonly SignupRow[]
  page: number
  sort: SignupSorting
  onSort: (sort: SignupSorting) => void
}

/** The labels of the forms with which people sign up. */
const SOURCES: Partial<Record<string, string>> = { 'signup-dialog': 'Form', payment: 'Payment', import: 'Import' }

/** Returns the label of a sign-up form, or its name when it has no label. */
export function formatSource(form: string): string {
  return SOURCES[form] ?? form
}

/** Returns an amount with its currency, such as `29 USD`. An unverified amount, which a browser reported, has no currency. */
export function formatAmount(payment: Pick<SignupRow, 'amount'> & { currency?: string | null | undefined }): string {
  return [payment.amount, payment.currency].filter((part) => part !== null && part !== undefined).join(' ')
}

/** Begins a text with a capital letter. */
export function toTitle(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A table of sign-ups. Pressing the header "Address" or "Signed up" sorts it. */
export function PeopleTable({ rows, page, sort, onSort }: PeopleTableProps) {
  const columns: TableColumn<SignupRow>[] = [
    {
      title: 'Name',
      cell: ({ id, name }) => (
        <Link href={`/people/${id}`} className="inline-block min-w-28 text-link font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      title: 'Address',
      cell: ({ email }) => <bdi className="whitespace-nowrap">{email}</bdi>,
      sorted: sort === 'address' ? 'ascending' : sort === 'address-desc' ? 'descending' : undefined,
      header: (
        <SortButton
          title="Address"
          mark={sort === 'address' ? '↑' : sort === 'address-desc' ? '↓' : ''}
          onPress={() => onSort(sort === 'address' ? 'address-desc' : 'address')}
        />
      ),
    },
    {
      title: 'Signed up',
      cell: ({ created_at }) => <Moment at={created_at} />,
      sorted: sort === 'newest' ? 'descending' : sort === 'oldest' ? 'ascending' : undefined,
      header: (
        <SortButton
          title="Signed up"
          mark={sort === 'newest' ? '↓' : sort === 'oldest' ? '↑' : ''}
          onPress={() => onSort(sort === 'newest' ? 'oldest' : 'newest')}
        />
      ),
    },
    { title: 'Status', cell: (row) => <SignupStatus row={row} /> },
    { title: 'Wave', cell: ({ wave }) => <bdi>{wave ?? '–'}</bdi> },
    { title: 'Source', cell: ({ consent_form }) => <bdi>{formatSource(consent_form)}</bdi> },
  ]
  const getRowId = ({ id }: SignupRow) => id
  return <DataTable label="People" {...{ columns, rows, page, getRowId }} empty="Nobody matches." />
}

function SortButton({ title, mark, onPress }: { title: string; mark: string; onPress: () => void }) {
  return (
    <button type="button" className="sort-button" onClick={onPress}>
      {title}
      <span aria-hidden="true">{mark || '↕'}</span>
    </button>
  )
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
          {toTitle(payment)} {formatAmount(row)}
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
