import { navigate } from 'wouter/use-browser-location'
import { dismissErrors, notify } from '../../ui/toast-store.ts'
import { dialogsInHistoryEntry, queueHistoryChange } from '../dialog-history.ts'
import { openContact } from '../open-dialog.ts'
import { notices } from './notices.ts'
import type { SignupOutcome } from './submit.ts'

const writeToUs = { label: 'Contact us', onPress: openContact }

/** Shows the result of a sign-up in a toast. Depending on the result, navigates to the download page, closes the dialog, or leaves it open. */
export function finishSignup(outcome: SignupOutcome, closeDialog: () => void): void {
  dismissErrors()
  switch (outcome.kind) {
    case 'invalid':
      return notify({ kind: 'error', ...notices.invalid(outcome.faults) })
    case 'limited':
      return notify({ kind: 'error', ...notices.limited, action: writeToUs })
    case 'screened':
      return notify({ kind: 'error', ...notices.screened, action: writeToUs })
    case 'failed':
      return notify({ kind: 'error', ...notices.failed(outcome.reason), action: writeToUs })
    case 'taken':
      closeDialog()
      return notify({ kind: 'note', ...notices.taken, action: { label: 'Go to the downloads', href: '/download' } })
    case 'done':
      return welcome(outcome, closeDialog)
  }
}

function welcome({ order, mailed }: Extract<SignupOutcome, { kind: 'done' }>, closeDialog: () => void) {
  notify({ kind: 'success', ...notices.done })
  queueHistoryChange(() => {
    // Replaces the dialog's history entry with the download page, so that the back button leads to the previous page without the dialog.
    navigate('/download', { replace: dialogsInHistoryEntry().length > 0, state: { orderDetails: order } })
    closeDialog()
  })
  void mailed.then((done) => done || notify({ kind: 'note', ...notices.mailLate }))
}
