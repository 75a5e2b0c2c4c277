import { showToast } from '@site/ui/toast-store.ts'
import { useEffect, useState } from 'react'
import { AskDialog } from '../../parts/ask-dialog.tsx'
import { CheckBox } from '../../parts/check-box.tsx'
import { formatNumber } from '../../parts/format.ts'
import { PickButton } from '../../parts/pick-button.tsx'
import { importedSchema, importPreviewSchema } from '../../server-calls/answers.ts'
import { ask, toError } from '../../server-calls/run.ts'
import { discardFiles, sendFile } from '../../server-calls/send-file.ts'

type ImportDialogProps = { onClose: () => void; onImported: () => void }
type ChosenList = { id: string; name: string; listed: number }

/** Adds the sign-ups of a file, after it was checked. */
export function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const [list, setList] = useState<ChosenList | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [sendsMail, setSendsMail] = useState(false)
  const listId = list?.id
  // The list contains addresses. Its copy in the console's server is deleted when another list is chosen and when the dialog is closed.
  useEffect(() => () => discardFiles(listId === undefined ? [] : [listId]), [listId])

  async function choose(file: File): Promise<void> {
    setError(null)
    try {
      const id = await sendFile(file)
      const { preview } = await askToImport(id, false)
      setList({ id, name: file.name, listed: preview.listed })
    } catch (failure) {
      setList(null)
      setError(toError(failure).message)
    }
  }

  return (
    <AskDialog
      title="Import sign-ups"
      action="Import"
      onClose={onClose}
      isReady={list !== null}
      reason={{ isRequired: true }}
      onConfirm={async (reason) => {
        if (list === null) return
        const { confirm } = await askToImport(list.id, sendsMail)
        const { added, listed } = await confirm(reason)
        showToast({
          kind: 'success',
          title: `${formatNumber(added)} added`,
          text: `${formatNumber(listed - added)} were there already.`,
        })
        onImported()
        onClose()
      }}
    >
      <p className="text-muted">
        A CSV file with the columns name and email, or an export of this page. People who are there already are left
        out.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <PickButton
          what="the list"
          hasFile={list !== null}
          accept=".csv,.json,.jsonl,.txt,text/csv"
          onPick={(file) => void choose(file)}
        />
        <p className="min-w-0 wrap-anywhere">
          {list !== null && `${list.name}: ${formatNumber(list.listed)} in the list`}
        </p>
      </div>
      {error !== null && (
        <p role="alert" className="font-medium text-danger">
          {error}
        </p>
      )}
      <CheckBox checked={sendsMail} onCheck={setSendsMail}>
        Send each person the welcome email
      </CheckBox>
    </AskDialog>
  )
}

function askToImport(file: string, sendsMail: boolean) {
  const fields = { file, ...(sendsMail ? { 'send-mail': true } : {}) }
  return ask({ preview: importPreviewSchema, done: importedSchema }, 'signups import', fields)
}
