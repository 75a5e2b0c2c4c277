import { useToday } from '../pages/today/today-context.ts'
import { CountedDialog } from './command-dialog.tsx'
import { DialogButton } from './dialog-button.tsx'
import { formatCount } from './format.ts'

/** Says on every page that the restored site sends nothing, with a button that sends what waits. */
export function HeldBanner() {
  const { call } = useToday()
  if (call.data?.mail.trouble?.kind !== 'held') return null
  return (
    <div className="flex flex-wrap items-center gap-4 bg-amber-ground px-5 py-3 text-amber">
      <p role="status" className="font-semibold">
        This data was restored: no email and no webhook event is sent.
      </p>
      <DialogButton
        dialog={(close) => (
          <CountedDialog
            title="Send again?"
            action="Send everything"
            command="resume"
            fields={{}}
            describe={(count) =>
              `${formatCount(count, 'waiting email or event', 'waiting emails and events')} will be sent to real people. If this is a rehearsal, do not.`
            }
            toast="Sending is on again"
            onClose={close}
            onDone={call.reload}
          />
        )}
      >
        Send again …
      </DialogButton>
    </div>
  )
}
