import { existsSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { createKeyFiles } from '@site/releases/key/secret-key'
import { defineCommand } from '../../command.ts'
import { CommandFailure, createFileFailure, failWithFile } from '../../failures.ts'
import { PASSPHRASE_OPTION, readPassphrase } from './passphrase.ts'

/** The file in which minisign looks for a secret key. */
const DEFAULT_KEY_FILE = join(homedir(), '.minisign/minisign.key')

const SHORTEST_PASSPHRASE = 12

export const createReleaseKeyCommand = defineCommand({
  kind: 'writes',
  recording: 'none',
  summary: 'create the key that signs releases; it stays on this computer',
  options: {
    file: { type: 'string', value: 'FILE', help: 'the new file (~/.minisign/minisign.key); it is never replaced' },
    ...PASSPHRASE_OPTION,
  },
  page: { reason: 'It asks for a passphrase on the terminal and writes the secret key.' },
  examples: ['release key create', 'release key create --file /media/stick/release.key'],
  async run({ options }, tools) {
    const file = options.file ?? DEFAULT_KEY_FILE
    // Before the passphrase is typed; writing the file checks it again.
    if (existsSync(file)) throw new CommandFailure('bad_file', `${file}: it already exists.`)
    const passphrase = await readPassphrase(tools, options['passphrase-file'], true)
    if (passphrase.length < SHORTEST_PASSPHRASE) {
      throw new CommandFailure('usage', `The passphrase needs at least ${SHORTEST_PASSPHRASE} characters.`)
    }
    const { id, secretKeyFile, publicKeyFile } = await createKeyFiles(passphrase)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch(failWithFile(dirname(file)))
    await writeNewFile(file, secretKeyFile, 0o600)
    await writeNewFile(`${file}.pub`, publicKeyFile, 0o644)
    const publicKey = publicKeyFile.split('\n')[1] ?? ''
    return {
      data: { id, publicKey, file },
      text: [
        `Key ${id} is in ${file}, and its public half in ${file}.pub.`,
        'Keep a copy of the file and the passphrase in two safe places: without them, updates of installed apps can no longer be signed.',
        'Add the public key to release.publicKeys in website/app/brand.ts, then build and start the site:',
        publicKey,
      ].join('\n'),
    }
  },
})

/** Writes a file that does not exist yet. Throws a CommandFailure when it exists, so that no key is lost. */
async function writeNewFile(path: string, text: string, mode: number): Promise<void> {
  try {
    await using file = await open(path, 'wx', mode)
    await file.writeFile(text)
    await file.sync()
  } catch (cause) {
    throw createFileFailure(path, cause)
  }
}
