import { getFallbackInstallerPaths } from '@site/contract/release'
import type { ReleaseManifestFile } from '@site/contract/release-manifest'
import type { FileHashes } from './hash-file.ts'
import type { Installer } from './inspect.ts'
import { type Blockmap, findBlockmap, type UpdateArchive } from './inspect-updates.ts'
import type { RemoteLinks } from './remote-installers.ts'

/** A file of a new release: where it is on this computer, and under which name, or at which URL of another host, it is published. */
export type PreparedFile = FileHashes &
  Pick<ReleaseManifestFile, 'platform' | 'role' | 'name' | 'url' | 'size' | 'makerSignature'> & {
    path: string
    blockmap: (Blockmap & { name: string }) | null
  }

/**
 * Returns the files of a release with their published names, and with the block maps that lie beside them. `remote` are the links to
 * installers on another host, which are published there and without block maps.
 */
export async function prepareReleaseFiles(
  productName: string,
  installers: readonly Installer[],
  archives: readonly UpdateArchive[],
  remote: RemoteLinks | null,
): Promise<PreparedFile[]> {
  const names = getFallbackInstallerPaths(productName)
  const stem = names['windows-x64'].replace('latest/', '').replace('-Setup-x64.exe', '')
  const files = [
    ...installers.map((file) => ({
      ...file,
      role: 'installer' as const,
      name: names[file.platform].replace('latest/', ''),
      ...(remote?.[file.platform] && { url: remote[file.platform] }),
    })),
    ...archives.map(({ ending, ...file }) => ({
      ...file,
      role: 'update' as const,
      name: `${stem}-${ending}`,
    })),
  ]
  return Promise.all(
    files.map(async (file) => {
      const blockmap = 'url' in file ? null : await findBlockmap(file.path, file.size)
      return { ...file, blockmap: blockmap && { ...blockmap, name: `${file.name}.blockmap` } }
    }),
  )
}
