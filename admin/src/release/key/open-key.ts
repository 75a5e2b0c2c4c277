import { openSecretKey, type ReleaseKey } from '@site/releases/key/secret-key'
import type { CommandContext } from '../../command.ts'
import { CommandFailure } from '../../failures.ts'
import { readTextFile } from '../../read-text-file.ts'
import { readPassphrase } from './passphrase.ts'

/** Reads and decrypts a secret key file. Throws a CommandFailure when the file or the passphrase is wrong. */
export async function openKeyFile(
  tools: Pick<CommandContext, 'env' | 'askSecret'>,
  file: string,
  passphraseFile: string | undefined,
): Promise<ReleaseKey> {
  const text = readTextFile(file)
  return openSecretKey(text, await readPassphrase(tools, passphraseFile))
}

/** Throws a CommandFailure when the site does not pin the key, because the download page would then reject what the key signs. */
export function requirePinnedKey(key: ReleaseKey, pinned: readonly string[]): void {
  if (pinned.includes(key.publicKey)) return
  throw new CommandFailure('bad_key', `The key ${key.id} is not one of the release keys in website/app/brand.ts.`, {
    hint: `Visitors still get the previous release. To use this key, add ${key.publicKey} to brand.ts and build and start the site again.`,
  })
}
