import type { CommandContext } from '../command.ts'
import { openDownloadsBucket } from './bucket.ts'
import { getChannelVersionFile, parseChannel } from './channels.ts'
import type { ReleasePlace } from './make-current.ts'
import { readProduct } from './product.ts'

/** Opens the place of a channel, and returns the version that it currently offers, or null. */
export async function openReleasePlace(
  tools: CommandContext,
  channelOption: string | undefined,
): Promise<{ place: ReleasePlace; current: string | null }> {
  const channel = parseChannel(channelOption)
  const product = await readProduct(tools.env)
  const bucket = openDownloadsBucket(await tools.site(), product.downloadsBucket)
  const current = (await bucket.readRelease(getChannelVersionFile(channel)))?.version ?? null
  return { place: { bucket, product, channel }, current }
}
