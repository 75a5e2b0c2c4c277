import { showToast } from '@site/ui/toast-store.ts'
import { useEffect, useRef, useState } from 'react'
import { formatSize } from '../../../src/view/text.ts'
import { AskDialog } from '../../parts/ask-dialog.tsx'
import { CheckBox } from '../../parts/check-box.tsx'
import { Choices } from '../../parts/choices.tsx'
import { formatNumber } from '../../parts/format.ts'
import { Progress } from '../../parts/progress.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { runExport } from '../../server-calls/run.ts'
import { type PeopleFilter, toFields } from './people-filter.ts'

const FORMATS = [
  ['csv', 'CSV'],
  ['json', 'JSON lines'],
] as const

type ExportDialogProps = {
  filter: PeopleFilter
  /** The number of all people, whatever the filter; undefined until it has been read. */
  total: number | undefined
  onClose: () => void
}

/**
 * Exports the sign-ups that the filter matches into a file, and shows how many have been received so far. Only an export without a filter
 * shows them as a part of the total, because the number of matches is unknown.
 */
export function ExportDialog({ filter, total, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<'csv' | 'json'>('csv')
  const [forExcel, setForExcel] = useState(false)
  const [rows, setRows] = useState<number | null>(null)
  const stop = useRef(new AbortController())
  useEffect(() => {
    const { current } = stop
    return () => current.abort()
  }, [])
  const hasFilter = Object.values(toFields(filter)).some((value) => value !== false)

  async function save(): Promise<void> {
    setRows(0)
    const bom = format === 'csv' && forExcel
    const fields = { ...toFields(filter), format, bom }
    const file = await runExport('signups export', fields, setRows, stop.current.signal)
    saveFile(`people.${format === 'csv' ? 'csv' : 'jsonl'}`, file)
    showToast({ kind: 'success', title: 'Exported', text: `${formatSize(file.size)}. It holds personal data.` })
    onClose()
  }

  return (
    <AskDialog title="Export people" action="Export" onClose={onClose} onConfirm={save}>
      <p>
        {hasFilter
          ? 'Everyone who matches the filter'
          : `Everyone${total === undefined ? '' : ` (${formatNumber(total)})`}`}
        , oldest first. The file holds names and addresses: keep it where no one else can read it.
      </p>
      <Choices label="Format" choices={FORMATS} chosen={format} onChoose={setFormat} />
      {format === 'csv' && (
        <CheckBox checked={forExcel} onCheck={setForExcel}>
          For Excel (with a byte order mark)
        </CheckBox>
      )}
      {rows !== null && (
        <Progress
          label="Exporting"
          done={format === 'csv' ? Math.max(0, rows - 1) : rows} // the first line of a CSV file is the header
          total={hasFilter ? null : (total ?? null)}
          format={formatNumber}
        />
      )}
    </AskDialog>
  )
}
