import { Link } from 'wouter'
import { SmallButton } from '../../parts/dialog-button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { reportFailure } from '../../parts/report-failure.ts'
import { Loaded } from '../../parts/state.tsx'
import { doneSchema, type MessageWithAnswers, messageSchema } from '../../server-calls/answers.ts'
import { run } from '../../server-calls/run.ts'
import { useCall } from '../../server-calls/use-call.ts'
import { AnswerForm } from './answer-form.tsx'
import { NoteForm } from './note-form.tsx'

/** One message with its answers, the form to answer it, and the founders' note. */
export function MessageView({ id, onChange }: { id: string; onChange: () => void }) {
  const call = useCall(messageSchema, 'messages show', { id })
  const changed = () => {
    call.reload()
    onChange()
  }
  return <Loaded call={call}>{(message) => <MessageParts message={message} onChange={changed} />}</Loaded>
}

function MessageParts({ message, onChange }: { message: MessageWithAnswers; onChange: () => void }) {
  const { id, name, email, created_at, answered_at, answers } = message

  const mark = (undo: boolean) =>
    reportFailure('Not marked', async () => {
      await run(doneSchema, 'messages answered', { id, undo })
      onChange()
    })

  return (
    <div className="grid min-w-0 gap-6">
      <article aria-label="Message" className="panel min-w-0">
        <header className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-5 py-4">
          <div className="min-w-0">
            <h2 className="text-lg wrap-anywhere">
              <bdi>{name}</bdi>
            </h2>
            <p className="text-sm text-muted wrap-anywhere">
              <bdi>{email}</bdi> · <Moment at={created_at} />
            </p>
            <Link href={`/people/${id}`} className="text-link text-sm">
              More about this person: export, erase
            </Link>
          </div>
          <SmallButton onClick={() => void mark(answered_at !== null)}>
            {answered_at === null ? 'Mark as answered' : 'Open again'}
          </SmallButton>
        </header>
        <p dir="auto" className="px-5 py-5 whitespace-pre-wrap wrap-anywhere">
          {message.message}
        </p>
      </article>
      {answers.map(({ id: answerId, answer, answered_by, created_at: at }) => (
        <article key={answerId} aria-label="Answer" className="panel min-w-0 border-s-4 border-s-orchid px-5 py-4">
          <p className="text-sm text-muted">
            Answered by <bdi>{answered_by}</bdi>, <Moment at={at} />
          </p>
          <p dir="auto" className="pt-2 whitespace-pre-wrap wrap-anywhere">
            {answer}
          </p>
        </article>
      ))}
      <Panel title="Answer">
        <AnswerForm message={message} onChange={onChange} />
      </Panel>
      <Panel title="Note">
        <NoteForm message={message} onSaved={onChange} />
      </Panel>
    </div>
  )
}
