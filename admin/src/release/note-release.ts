import type { ReleaseChannel } from '@site/contract/release'
import * as v from 'valibot'
import type { CommandContext } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { callRpc } from '../site.ts'

/**
 * Queues the webhook event of a release that became current on a channel. The release is already offered, so a failure is only noted: the
 * command must not look failed.
 */
export async function noteRelease(
  tools: Pick<CommandContext, 'site' | 'note'>,
  release: { version: string; channel: ReleaseChannel; replaced: string | null },
): Promise<void> {
  try {
    await callRpc(await tools.site(), v.boolean(), 'note_release', release)
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    tools.note(`The release is offered, but no webhook event was queued: ${error.message}`)
  }
}
