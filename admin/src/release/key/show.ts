import { parseMinisignPublicKey } from '@site/releases/minisign'
import { defineCommand } from '../../command.ts'
import { readProduct } from '../product.ts'
import { openKeyFile } from './open-key.ts'
import { PASSPHRASE_OPTION } from './passphrase.ts'

export const showReleaseKeyCommand = defineCommand({
  kind: 'reads',
  summary: 'show the public keys that the site pins, or the public half of a key file',
  options: {
    key: { type: 'string', value: 'FILE', help: 'the secret key file; asks for its passphrase' },
    ...PASSPHRASE_OPTION,
  },
  assistant: { shows: ['id', 'publicKey', 'keys'] },
  examples: ['release key show', 'release key show --key ~/.minisign/minisign.key'],
  async run({ options }, tools) {
    if (options.key !== undefined) {
      const { id, publicKey } = await openKeyFile(tools, options.key, options['passphrase-file'])
      return { data: { id, publicKey }, text: `${id}\n${publicKey}` }
    }
    const { releaseKeys } = await readProduct(tools.env)
    const keys = releaseKeys.map((publicKey) => ({ id: parseMinisignPublicKey(publicKey)?.id ?? '', publicKey }))
    const none = 'The site pins no release key, so releases are unsigned. Create one: release key create'
    return { data: { keys }, text: keys.map(({ id, publicKey }) => `${id}  ${publicKey}`).join('\n') || none }
  },
})
