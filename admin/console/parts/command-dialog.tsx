import { TextField } from '@site/ui/field.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { doneSchema, sentAgainSchema, wouldSendSchema } from '../server-calls/answers.ts'
import { type AnswerSchema, ask, CallFailed, type CallFields, run } from '../server-calls/run.ts'
import { useAsked } from '../server-calls/use-asked.ts'
import { AskDialog, type AskDialogProps } from './ask-dialog.tsx'
import { CheckBox } from './check-box.tsx'

type Toast = { title: string; text?: string }
type SharedProps = Pick<AskDialogProps, 'title' | 'children' | 'reason'> & { command: string; onClose: () => void }

/** A value of a call that the operator enters: a text, or the state of a check box. `name` is that of the argument or option. */
type DialogInput = Pick<ComponentProps<typeof TextField>, 'name' | 'label' | 'hint' | 'type' | 'inputMode'> & {
  value: string | boolean
}

type CommandDialogProps = SharedProps & {
  action: string
  /** The fields of the call besides the inputs. */
  fields?: CallFields
  inputs?: readonly DialogInput[]
  /** Sends only the inputs that were changed, and needs a change. */
  sendsChanges?: boolean
  /** Returns the toast to show after the command succeeded. `values` are the entered values. */
  toast?: (values: CallFields) => Toast
  onDone: () => void
}

/** A confirmation dialog that runs a command with the values that the operator enters. */
export function CommandDialog(props: CommandDialogProps) {
  const { command, fields, inputs = [], sendsChanges = false, toast, onDone, onClose, children, ...dialog } = props
  const [values, setValues] = useState<CallFields>(Object.fromEntries(inputs.map(({ name, value }) => [name, value])))
  const entered = inputs
    .filter(({ name, value }) => !sendsChanges || values[name] !== value)
    .map(({ name }) => [name, values[name] ?? ''] as const)
  return (
    <AskDialog
      {...dialog}
      onClose={onClose}
      isReady={!sendsChanges || entered.length > 0}
      onConfirm={async (reason) => {
        await run(doneSchema, command, { ...fields, ...Object.fromEntries(entered), reason })
        if (toast) showToast({ kind: 'success', ...toast(values) })
        onDone()
        onClose()
      }}
    >
      {children}
      {inputs.map(({ value: _, ...input }) => {
        const { name, label } = input
        const value = values[name]
        const change = (changed: string | boolean) => setValues({ ...values, [name]: changed })
        return typeof value === 'boolean' ? (
          <CheckBox key={name} checked={value} onCheck={change}>
            {label}
          </CheckBox>
        ) : (
          <TextField key={name} autoComplete="off" {...input} value={value ?? ''} onValueChange={change} />
        )
      })}
    </AskDialog>
  )
}

type PreviewDialogProps<Preview, Done> = SharedProps &
  Pick<AskDialogProps, 'below' | 'progressLabel'> & {
    /** The label of the button that confirms. A function gets the preview, or null before it has arrived. */
    action: string | ((preview: Preview | null) => string)
    /** The fields of the call; null while they are incomplete. */
    fields: CallFields | null
    schemas: { preview: AnswerSchema<Preview>; done: AnswerSchema<Done> }
    /** The text until the preview arrives. */
    waiting?: string
    /** Shows what the call would do. */
    describe: (preview: Preview) => ReactNode
    /** Whether the call can be confirmed, by its preview. */
    isReady?: (preview: Preview) => boolean
    onDone: (data: Done) => void
  }

/** A confirmation dialog for a call that has a preview: it shows first what the call would do. */
export function PreviewDialog<Preview, Done>(props: PreviewDialogProps<Preview, Done>) {
  const { command, fields, schemas, waiting, describe, isReady, action, children, onDone, onClose, ...dialog } = props
  const [attempt, setAttempt] = useState(0)
  const asked = useAsked(fields && JSON.stringify([command, fields, attempt]), () =>
    ask(schemas, command, fields ?? {}),
  )
  const call = asked instanceof Error ? null : asked
  return (
    <AskDialog
      {...dialog}
      action={typeof action === 'string' ? action : action(call?.preview ?? null)}
      onClose={onClose}
      isReady={call !== null && (isReady?.(call.preview) ?? true)}
      onConfirm={async (reason, onProgress) => {
        if (call === null) return
        try {
          onDone(await call.confirm(reason, { onProgress }))
        } catch (error) {
          setAttempt(attempt + 1) // a confirmation is valid once, so a retry needs a new one
          throw error
        }
      }}
    >
      {children}
      <div role="status" className="grid gap-5">
        {asked instanceof Error && (
          <div className="whitespace-pre-line">
            <p className="font-medium text-danger">{asked.message}</p>
            {asked instanceof CallFailed && <p className="text-muted">{asked.hint}</p>}
          </div>
        )}
        {call ? describe(call.preview) : waiting && asked === null && <p className="text-muted">{waiting}</p>}
      </div>
    </AskDialog>
  )
}

type CountedDialogProps = SharedProps & {
  action: string
  fields: CallFields | null
  /** Returns a sentence about what the call sends, from the number of mails or events in its preview. */
  describe: (count: number) => string
  /** The title of the toast when they are being sent. */
  toast: string | ((done: { replayed?: number | undefined }) => string)
  onDone: () => void
}

/** A confirmation dialog for a call that sends many mails or events, which cannot be undone. It shows their number first. */
export function CountedDialog({ describe, toast, onDone, ...dialog }: CountedDialogProps) {
  return (
    <PreviewDialog
      reason={{}}
      {...dialog}
      schemas={{ preview: wouldSendSchema, done: sentAgainSchema }}
      describe={({ would_send }) => describe(would_send)}
      onDone={(done) => {
        showToast({ kind: 'success', title: typeof toast === 'string' ? toast : toast(done) })
        onDone()
        dialog.onClose()
      }}
    />
  )
}
