import { parseMinisignPublicKey } from '@site/releases/minisign'
import { RELEASE_MANIFEST_FILE_NAME } from '@site/releases/release-manifest'
import { downloadsUrl } from '../../../backend/addresses.ts'
import { brand } from '../../../brand.ts'
import { LISTED_PLATFORMS } from '../platform.ts'
import type { KnownRelease } from './verdict.ts'

/** How to check a file without this page: with the hash, or with minisign and the public key. Nothing for an unsigned release. */
export function OwnCheck({ current }: { current: KnownRelease | null }) {
  if (current === null) return null
  const keys = brand.release.publicKeys
  const key = keys.find((each) => parseMinisignPublicKey(each)?.id === current.keyId) ?? keys[0] ?? ''
  const [first] = LISTED_PLATFORMS
  const name = current.manifest.files.find(({ platform, role }) => role === 'installer' && platform === first)?.name
  return (
    <details className="check-own">
      <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">Check it by hand</summary>
      <p>Our public key:</p>
      <code className="text-sm">{key}</code>
      <p>
        With minisign, and the file <code>.minisig</code> that lies beside each installer:
      </p>
      <code className="text-sm">{`minisign -V -P ${key} -m ${name ?? 'FILE'}`}</code>
      <p>
        Or compare the hash. On Windows <code>certutil -hashfile FILE SHA256</code>, on a Mac{' '}
        <code>shasum -a 256 FILE</code>. The right ones are in{' '}
        <a href={`${downloadsUrl}${RELEASE_MANIFEST_FILE_NAME}`} className="text-link">
          {RELEASE_MANIFEST_FILE_NAME}
        </a>
        .
      </p>
    </details>
  )
}
