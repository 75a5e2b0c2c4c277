import { copyFileSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Recreates the folder tree `from` at `to` with hard links, or copies where linking fails. Skips the top-level entries in `leaveOut`. */
export function hardLinkFolderTree(from, to, leaveOut = []) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (leaveOut.includes(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) hardLinkFolderTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target, 'junction')
    else linkOrCopy(source, target)
  }
}

function linkOrCopy(source, target) {
  try {
    linkSync(source, target)
  } catch {
    copyFileSync(source, target)
  }
}
