import type { ReleaseChannel } from '@site/releases/release'
import * as v from 'valibot'
import type { CommandContext } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { callRpc } from '../site.ts'

/**
 * Queues the webhook event for a release that became current on a channel. A failed request prints a note and throws nothing: the release
 * is already offered, so the command must not exit with an error.
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
