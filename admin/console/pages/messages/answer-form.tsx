import { Button } from '@site/ui/button.tsx'
import { TextField } from '@site/ui/field.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { useState } from 'react'
import { AskDialog } from '../../parts/ask-dialog.tsx'
import { answeredSchema, type MessageWithAnswers } from '../../server-calls/answers.ts'
import { run } from '../../server-calls/run.ts'

/** An answer that is being written. Every attempt to send it has the same id, which makes a retry idempotent: it sends no second mail. */
type Draft = { text: string; answerId: string }

/** The drafts by message id. They stay in memory while the page is open, so that opening another message discards no draft. */
const drafts = new Map<string, Draft>()

function createDraft(): Draft {
  return { text: '', answerId: crypto.randomUUID() }
}

/**
 * The form that answers a message by mail. The text stays until the answer is in the outbox. The answer is refused when another
 * operator has answered since the page read the message.
 */
export function AnswerForm({ message, onChange }: { message: MessageWithAnswers; onChange: () => void }) {
  const [{ text, answerId }, setDraft] = useState(() => drafts.get(message.id) ?? createDraft())
  // The number of answers on the page when the operator pressed Send; null while the dialog is closed.
  const [seen, setSeen] = useState<number | null>(null)
  const isEmpty = text.trim() === ''

  function change(draft: Draft): void {
    drafts.set(message.id, draft)
    setDraft(draft)
  }

  async function send(): Promise<void> {
    const fields = { id: message.id, text, 'answer-id': answerId, 'answers-seen': String(seen) }
    try {
      await run(answeredSchema, 'messages answer', fields)
    } catch (error) {
      onChange() // reloads the message: the page shows the answer of another operator, which may be the reason
      throw error
    }
    change(createDraft())
    setSeen(null)
    showToast({ kind: 'success', title: 'The answer is in the outbox', text: 'Replies arrive in the team mailbox.' })
    onChange()
  }

  return (
    <>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isEmpty) setSeen(message.answers.length)
        }}
      >
        <TextField
          label="Your answer"
          name="answer"
          rows={6}
          maxLength={10_000}
          value={text}
          hint="Sent by email, with the message quoted below it. Replies go to the team mailbox."
          onValueChange={(typed) => change({ text: typed, answerId })}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={isEmpty}>
            Send …
          </Button>
          <Button variant="outline" href={toMailLink(message, text)}>
            Open in your mail app
          </Button>
        </div>
      </form>
      {seen !== null && (
        <AskDialog title="Send this answer?" action="Send it" onClose={() => setSeen(null)} onConfirm={send}>
          <p>
            To <b className="wrap-anywhere">{message.email}</b>. A sent email cannot be recalled.
          </p>
          <p
            dir="auto"
            className="max-h-60 overflow-y-auto rounded-card border border-line bg-paper px-4 py-3 whitespace-pre-wrap wrap-anywhere"
          >
            {text.trim()}
          </p>
        </AskDialog>
      )}
    </>
  )
}

/** Returns a `mailto:` link, which opens the answer in the founder's own mail program with the message quoted. */
function toMailLink({ email, message, name }: MessageWithAnswers, text: string): string {
  const quoted = message
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
  const body = `${text === '' ? `Hello ${name},\n` : text}\n\n${quoted}`
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent('Re: your message')}&body=${encodeURIComponent(body)}`
}
