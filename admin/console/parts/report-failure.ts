import { showToast } from '@site/ui/toast-store.ts'
import { toError } from '../server-calls/run.ts'

/** Runs an operation. When it fails, shows its error in a toast with this title. */
export async function reportFailure(title: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (thrown) {
    showToast({ kind: 'error', title, text: toError(thrown).message })
  }
}
