import { type ColumnDef, type RowData, tableFeatures, useTable } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { ScrollRegion } from './scroll-region.tsx'

/** The features of TanStack Table: none beyond rows and columns, because the server sorts and returns pages. */
const features = tableFeatures({})

/** A column of a table. `isNumber` aligns its cells to the end of the line. */
export type TableColumn<Row> = {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
  /** The content of the header cell, when it is not only the title, such as a sort button. */
  header?: ReactNode
  /** The value of `aria-sort` on the header cell, when the rows are sorted by this column. */
  sorted?: 'ascending' | 'descending' | undefined
}

type DataTableProps<Row extends RowData> = {
  /** What the table lists, for screen readers. */
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  getRowId: (row: Row) => string
}

/** A table that scrolls sideways within its panel when it is wider than the panel. */
export function DataTable<Row extends RowData>({ label, columns, rows, getRowId }: DataTableProps<Row>) {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const defined: ColumnDef<typeof features, Row>[] = columns.map(({ id, title, cell }) => ({
    id,
    header: title,
    cell: ({ row }) => cell(row.original),
  }))
  const table = useTable({ features, columns: defined, data: rows, getRowId: (row: Row) => getRowId(row) })
  return (
    <ScrollRegion label={label}>
      <table className="data-table">
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map(({ id }) => {
                const column = byId.get(id)
                return (
                  <th key={id} scope="col" aria-sort={column?.sorted} data-number={column?.isNumber || undefined}>
                    {column?.header ?? column?.title}
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id} data-number={byId.get(cell.column.id)?.isNumber || undefined}>
                  {table.FlexRender({ cell })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
