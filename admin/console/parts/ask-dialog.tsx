import { type ReactNode, useState } from 'react'
import { Button } from '../../../website/app/ui/button.tsx'
import { Dialog } from '../../../website/app/ui/dialog.tsx'

type AskDialogProps = {
  title: string
  children: ReactNode
  /** The label of the button that confirms, such as "Erase for good". */
  action: string
  onClose: () => void
  /** Runs the operation. When it rejects, the dialog shows the error and keeps the entered values. */
  onConfirm: () => Promise<void>
  /** Whether the form can be submitted. */
  isReady?: boolean
  /** Whether the Cancel button stays enabled while the operation runs. If true, `onClose` must also stop the operation. */
  canCancel?: boolean
}

/** A confirmation dialog. It describes an operation, and runs it when the operator confirms. */
export function AskDialog(props: AskDialogProps) {
  const { title, children, action, onClose, onConfirm, isReady = true, canCancel = false } = props
  const [state, setState] = useState<'idle' | 'doing'>('idle')
  const [error, setError] = useState<string | null>(null)
  const submit = async () => {
    if (state === 'doing') return
    setState('doing')
    setError(null)
    try {
      await onConfirm()
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
      setState('idle')
    }
  }
  return (
    <Dialog open title={title} onClose={onClose} behind={null}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {children}
        {error !== null && (
          <p role="alert" className="font-medium text-danger">
            {error}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onClose} disabled={state === 'doing' && !canCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={state === 'doing'} disabled={!isReady}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
