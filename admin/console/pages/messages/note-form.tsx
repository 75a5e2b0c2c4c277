import { Button } from '@site/ui/button.tsx'
import { TextField } from '@site/ui/field.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { useState } from 'react'
import { reportFailure } from '../../parts/report-failure.ts'
import { doneSchema, type MessageWithAnswers } from '../../server-calls/answers.ts'
import { run } from '../../server-calls/run.ts'

/** The form for the founders' note about a message. The site never shows it to the sender, but a privacy export contains it. */
export function NoteForm({ message, onSaved }: { message: MessageWithAnswers; onSaved: () => void }) {
  const [note, setNote] = useState(message.note ?? '')
  const [isSaving, setSaving] = useState(false)

  async function save(): Promise<void> {
    setSaving(true)
    await reportFailure('Not saved', async () => {
      await run(doneSchema, 'messages note', { id: message.id, text: note })
      showToast({ kind: 'success', title: note.trim() === '' ? 'The note is deleted' : 'The note is saved' })
      onSaved()
    })
    setSaving(false)
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label="For you and your co-founders"
        name="note"
        rows={3}
        maxLength={5000}
        value={note}
        hint="Never sent. It is deleted and exported with the message."
        onValueChange={setNote}
      />
      <Button type="submit" variant="outline" className="justify-self-start" loading={isSaving}>
        Save the note
      </Button>
    </form>
  )
}
