import type { ReactNode } from 'react'
import { ScrollRegion } from './scroll-region.tsx'
import { Empty } from './state.tsx'

/** A column of a table. Its title is unique in the table. `isNumber` aligns its cells to the end of the line. */
export type TableColumn<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
  /** The content of the header cell, when it is not only the title, such as a sort button. */
  header?: ReactNode
  /** The value of `aria-sort` on the header cell, when the rows are sorted by this column. */
  sorted?: 'ascending' | 'descending' | undefined
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
}

/** A table that scrolls sideways within its panel when it is wider than the panel. */
export function DataTable<Row>({ label, columns, rows, getRowId, empty, page = 1 }: DataTableProps<Row>) {
  if (rows.length === 0) return <Empty page={page}>{empty}</Empty>
  return (
    <ScrollRegion label={label}>
      <table className="data-table">
        <thead>
          <tr>
            {columns.map(({ title, header, sorted, isNumber }) => (
              <th key={title} scope="col" aria-sort={sorted} data-number={isNumber || undefined}>
                {header ?? title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={getRowId(row)}>
              {columns.map(({ title, cell, isNumber }) => (
                <td key={title} data-number={isNumber || undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
