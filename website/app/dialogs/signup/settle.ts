import { dismissErrorToasts, showToast } from '@site/ui/toast-store.ts'
import { navigate } from 'wouter/use-browser-location'
import { queueHistoryChange, readDialogsInHistoryEntry } from '../dialog-history.ts'
import { setWelcomeMailLate } from './late-welcome-mail.ts'
import { signupToasts } from './signup-toasts.ts'
import type { SignupSubmissionOutcome } from './submit.ts'

/** Shows the result of a sign-up in a toast. Depending on the result, navigates to the download page, closes the dialog, or leaves it open. */
export function finishSignup(outcome: SignupSubmissionOutcome, closeDialog: () => void): void {
  dismissErrorToasts()
  switch (outcome.kind) {
    case 'invalid':
      return showToast({ kind: 'error', isBrief: true, ...signupToasts.invalid(outcome.faults) })
    case 'limited':
      return showToast({ kind: 'error', ...signupToasts.limited })
    case 'screened':
      return showToast({ kind: 'error', ...signupToasts.screened })
    case 'failed':
      return showToast({ kind: 'error', ...signupToasts.failed(outcome.reason) })
    case 'taken':
      closeDialog()
      return showToast({
        kind: 'note',
        ...signupToasts.taken(outcome.mayConfirm),
        action: { label: 'Download', href: '/download' },
      })
    case 'done':
      return welcome(outcome, closeDialog)
  }
}

function welcome({ order, mailed }: Extract<SignupSubmissionOutcome, { kind: 'done' }>, closeDialog: () => void) {
  const arrived = goToDownloads(closeDialog, { orderDetails: order })
  // Brief, because the page that it announces is there at once and says the same.
  void arrived.then(() => showToast({ kind: 'success', isBrief: true, ...signupToasts.done }))
  void mailed.then(async (done) => {
    setWelcomeMailLate(order.email, !done)
    await arrived // a toast is dismissed with the page on which it is shown
    if (!done) showToast({ kind: 'note', ...signupToasts.mailLate(order.mustConfirm === true) })
  })
}

/** Closes the dialog and navigates to the download page. Resolves after that. */
export function goToDownloads(closeDialog: () => void, state: object | null): Promise<void> {
  return new Promise((resolve) =>
    queueHistoryChange(() => {
      closeDialog()
      try {
        // Replaces the dialog's history entry with the download page, so that the back button leads to the previous page without the dialog.
        navigate('/download', { replace: readDialogsInHistoryEntry().length > 0, state })
      } catch {
        location.assign('/download') // because browsers limit how often the history may be changed
      }
      resolve()
    }),
  )
}
