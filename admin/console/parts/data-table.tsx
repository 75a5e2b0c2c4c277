import type { ReactNode } from 'react'
import { Empty } from './state.tsx'

/** A column of a table. Its title is unique in the table. `isNumber` aligns its cells to the end of the line. */
export type TableColumn<Row> = {
  title: string
  /** Returns the content of a cell; null or false when the row has no value there. */
  cell: (row: Row) => ReactNode
  isNumber?: boolean
  /** Shows a button in the header that sorts by this column. `direction` is undefined while another column sorts the rows. */
  sort?: { direction: 'ascending' | 'descending' | undefined; onPress: () => void }
}

type DataTableProps<Row> = {
  /** What the table lists, for screen readers. */
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  getRowId: (row: Row) => string | number
  /** The text that replaces a table without rows. */
  empty: ReactNode
  /** The number of the page, when the table shows a page of a list. */
  page?: number
  /** Where the table is narrow, shows the first four columns of a row on two lines, without their titles, and no others. */
  isCompact?: boolean
}

const SORT_MARKS = { ascending: '↑', descending: '↓' } as const

/**
 * A table. Where it is narrow, its rows are stacked: each cell is a line with the title of its column, and a cell without a value is left
 * out. Where a wide table does not fit, it scrolls sideways in its panel.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, getRowId, empty, page = 1, isCompact } = props
  if (rows.length === 0) return <Empty page={page}>{empty}</Empty>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be focusable, to scroll by keyboard
    <div role="group" aria-label={label} className="table-box" tabIndex={0}>
      <table className="data-table" data-compact={isCompact}>
        <thead>
          <tr>
            {columns.map(({ title, sort, isNumber }) => (
              <th
                key={title}
                scope="col"
                aria-sort={sort?.direction}
                data-number={isNumber || undefined}
                data-sort={sort ? '' : undefined}
              >
                {sort ? (
                  <button
                    type="button"
                    className="-my-1 inline-flex cursor-pointer items-baseline gap-1.5 py-1 font-semibold hover:text-ink"
                    onClick={sort.onPress}
                  >
                    {title}
                    <span aria-hidden="true">{sort.direction ? SORT_MARKS[sort.direction] : '↕'}</span>
                  </button>
                ) : (
                  title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={getRowId(row)}>
              {columns.map(({ title, cell, isNumber }) => (
                <Cell key={title} title={title} isNumber={isNumber}>
                  {cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell(props: { title: string; isNumber: boolean | undefined; children: ReactNode }) {
  const { title, isNumber, children } = props
  const isEmpty = children === null || children === undefined || children === false
  return (
    <td data-label={title} data-number={isNumber || undefined} data-empty={isEmpty || undefined}>
      <div>{children}</div>
    </td>
  )
}
