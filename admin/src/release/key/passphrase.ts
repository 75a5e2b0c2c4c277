import type { CommandContext } from '../../command.ts'
import { CommandFailure } from '../../failures.ts'
import { readTextFile } from '../../read-text-file.ts'

/** The option that names a file with the passphrase, for scripts. */
export const PASSPHRASE_OPTION = {
  'passphrase-file': {
    type: 'string',
    value: 'FILE',
    help: 'read the passphrase from the first line of a file (RELEASE_KEY_PASSPHRASE, else asked on the terminal)',
  },
} as const

/**
 * Returns the passphrase of a release key: from the file, from RELEASE_KEY_PASSPHRASE, or typed on the terminal; twice when `isNew`. Throws
 * a CommandFailure when there is none.
 */
export async function readPassphrase(
  tools: Pick<CommandContext, 'env' | 'askSecret'>,
  file: string | undefined,
  isNew = false,
): Promise<string> {
  const given = file === undefined ? tools.env['RELEASE_KEY_PASSPHRASE'] : readFirstLine(file)
  if (given !== undefined && given !== '') return given
  const typed = file === undefined ? await tools.askSecret('Passphrase of the release key: ') : ''
  if (!typed) {
    throw new CommandFailure('usage', 'The release key needs a passphrase.', {
      hint: 'Type it on a terminal, set RELEASE_KEY_PASSPHRASE, or add --passphrase-file FILE.',
    })
  }
  if (isNew && (await tools.askSecret('The same passphrase again: ')) !== typed) {
    throw new CommandFailure('usage', 'The two passphrases differ; no key was created.')
  }
  return typed
}

function readFirstLine(file: string): string {
  return readTextFile(file).split(/\r?\n/)[0] ?? ''
}
