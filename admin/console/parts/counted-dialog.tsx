import { type ReactNode, useEffect, useState } from 'react'
import { wouldSendSchema } from '../server-calls/answers.ts'
import { type AnswerSchema, type AskedCall, ask, type CallFields } from '../server-calls/run.ts'
import { AskDialog } from './ask-dialog.tsx'
import { ReasonField } from './reason-field.tsx'

type CountedDialogProps<Done> = {
  title: string
  action: string
  command: string
  /** The fields of the call; null while they are incomplete. A new object requests a new preview, so keep the object between renders. */
  fields: CallFields | null
  done: AnswerSchema<Done>
  /** Returns a sentence about what the call sends, from the number of mails or events in its preview. */
  describe: (count: number) => string
  children?: ReactNode
  onClose: () => void
  onDone: (data: Done) => void
}

/** A confirmation dialog for a call that sends many mails or events, which cannot be undone. It shows their number first. */
export function CountedDialog<Done>(props: CountedDialogProps<Done>) {
  const { title, action, command, fields, done, describe, children, onClose, onDone } = props
  const [asked, setAsked] = useState<AskedCall<{ would_send: number }, Done> | string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [reason, setReason] = useState('')
  useEffect(() => {
    let isShown = true
    setAsked(null)
    if (fields !== null) {
      ask({ preview: wouldSendSchema, done }, command, fields).then(
        (answer) => isShown && setAsked(answer),
        (error: unknown) => isShown && setAsked(error instanceof Error ? error.message : String(error)),
      )
    }
    return () => {
      isShown = false
    }
  }, [command, fields, done, attempt])

  const preview = typeof asked === 'string' ? null : asked
  return (
    <AskDialog
      title={title}
      action={action}
      onClose={onClose}
      isReady={preview !== null}
      onConfirm={async () => {
        if (preview === null) return
        try {
          onDone(await preview.confirm(reason))
        } catch (error) {
          setAttempt(attempt + 1) // a confirmation is valid once, so a retry needs a new one
          throw error
        }
      }}
    >
      {children}
      <p role="status" className={typeof asked === 'string' ? 'font-medium text-danger' : undefined}>
        {typeof asked === 'string' ? asked : preview && describe(preview.preview.would_send)}
      </p>
      <ReasonField value={reason} onValueChange={setReason} />
    </AskDialog>
  )
}
