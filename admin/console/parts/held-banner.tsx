import { Button } from '@site/ui/button.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { useState } from 'react'
import { useToday } from '../pages/today/today-context.ts'
import { doneSchema } from '../server-calls/answers.ts'
import { CountedDialog } from './counted-dialog.tsx'
import { formatCount } from './format.ts'

/** Says on every page that the restored site sends nothing, with a button that sends what waits. */
export function HeldBanner() {
  const { call } = useToday()
  const [isOpen, setOpen] = useState(false)
  if (call.data?.mail.trouble?.kind !== 'held') return null
  return (
    <div className="flex flex-wrap items-center gap-4 bg-amber-ground px-5 py-3 text-amber">
      <p role="status" className="font-semibold">
        This data was restored: no email and no webhook event is sent.
      </p>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        Send again …
      </Button>
      {isOpen && (
        <CountedDialog
          title="Send again?"
          action="Send everything"
          command="resume"
          fields={{}}
          done={doneSchema}
          describe={(count) =>
            `${formatCount(count, 'waiting email or event', 'waiting emails and events')} will be sent to real people. If this is a rehearsal, do not.`
          }
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            showToast({ kind: 'success', title: 'Sending is on again' })
            call.reload()
          }}
        />
      )}
    </div>
  )
}
