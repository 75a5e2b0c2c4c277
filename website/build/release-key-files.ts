import { formatMinisignPublicKey, parseMinisignPublicKey } from '@site/releases/minisign'

/**
 * Returns the files of the public keys that sign releases, in the format of minisign: one for each key, named by its key id, and
 * release-key.pub with all of them. minisign reads only the first key of a file, which is the newest. Throws for a text that is no key.
 */
export function createReleaseKeyFiles(publicKeys: readonly string[]): Record<string, string> {
  const keys = publicKeys.map((line) => {
    const key = parseMinisignPublicKey(line)
    if (key === null) throw new Error(`brand.ts: "${line}" is not a public key of minisign.`)
    return { id: key.id, file: formatMinisignPublicKey(key) }
  })
  if (keys.length === 0) return {}
  const single = keys.map(({ id, file }): [string, string] => [`.well-known/release-key-${id}.pub`, file])
  return { '.well-known/release-key.pub': keys.map(({ file }) => file).join(''), ...Object.fromEntries(single) }
}
