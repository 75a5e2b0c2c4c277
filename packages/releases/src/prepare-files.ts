import type { FileHashes } from './hash-file.ts'
import type { Installer } from './inspect.ts'
import { type Blockmap, findBlockmap, type UpdateArchive } from './inspect-updates.ts'
import { getInstallerName, type InstallerPaths } from './installer-paths.ts'
import type { ReleaseManifestFile } from './release-manifest.ts'
import type { RemoteLinks } from './remote-files.ts'

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
  installerPaths: InstallerPaths,
  installers: readonly Installer[],
  archives: readonly UpdateArchive[],
  remote: RemoteLinks | null,
): Promise<PreparedFile[]> {
  const stem = getInstallerName(installerPaths, 'windows-x64').replace('-Setup-x64.exe', '')
  const files = [
    ...installers.map((file) => ({
      ...file,
      role: 'installer' as const,
      name: getInstallerName(installerPaths, file.platform),
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
