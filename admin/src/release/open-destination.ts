import { getFallbackInstallerPaths } from '@site/contract/downloads'
import type { Product } from '@site/contract/product'
import { getChannelVersionFile } from '@site/releases/channels'
import type { ReleaseDestination } from '@site/releases/make-current'
import type { CommandContext } from '../command.ts'
import { openDownloadsBucket } from './bucket.ts'
import { parseChannel } from './channels.ts'
import { readProduct } from './product.ts'

/** Opens the destination of a channel, and returns the version that it currently offers, or null. */
export async function openReleaseDestination(
  tools: CommandContext,
  channelOption: string | undefined,
): Promise<{ destination: ReleaseDestination & { product: Product }; current: string | null }> {
  const channel = parseChannel(channelOption)
  const product = await readProduct(tools.env)
  const bucket = openDownloadsBucket(await tools.site(), product.downloadsBucket)
  const current = (await bucket.readRelease(getChannelVersionFile(channel)))?.version ?? null
  const installerPaths = getFallbackInstallerPaths(product.name)
  return { destination: { bucket, product, installerPaths, channel }, current }
}
