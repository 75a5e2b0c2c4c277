import { type ReactNode, useState } from 'react'
import { wouldSendSchema } from '../server-calls/answers.ts'
import { type AnswerSchema, ask, type CallFields } from '../server-calls/run.ts'
import { useAsked } from '../server-calls/use-asked.ts'
import { AskDialog } from './ask-dialog.tsx'

type CountedDialogProps<Done> = {
  title: string
  action: string
  command: string
  /** The fields of the call; null while they are incomplete. */
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
  const [attempt, setAttempt] = useState(0)
  const asked = useAsked(fields && JSON.stringify([command, fields, attempt]), () =>
    ask({ preview: wouldSendSchema, done }, command, fields ?? {}),
  )
  const isAsked = asked !== null && !(asked instanceof Error)
  return (
    <AskDialog
      title={title}
      action={action}
      onClose={onClose}
      isReady={isAsked}
      reason={{}}
      onConfirm={async (reason) => {
        if (!isAsked) return
        try {
          onDone(await asked.confirm(reason))
        } catch (error) {
          setAttempt(attempt + 1) // a confirmation is valid once, so a retry needs a new one
          throw error
        }
      }}
    >
      {children}
      <p role="status" className={asked instanceof Error ? 'font-medium text-danger' : undefined}>
        {asked instanceof Error ? asked.message : asked && describe(asked.preview.would_send)}
      </p>
    </AskDialog>
  )
}
