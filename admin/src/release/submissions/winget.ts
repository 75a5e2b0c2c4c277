import { getManifestInstaller } from '@site/contract/release-manifest'
import { getFileUrl } from '../feeds/release-facts.ts'
import type { SubmissionFacts } from './submission-facts.ts'

const FORMAT = '1.6.0'

/**
 * Returns the three files of a WinGet package (manifest schema 1.6.0) by name, to be submitted to the community repository: the version, the
 * installer and the default locale.
 */
export function createWingetFiles(facts: SubmissionFacts): Record<string, string> {
  const { manifest, product, baseUrl, publisher, license, installerType } = facts
  const id = `${toIdPart(publisher)}.${toIdPart(product.name)}`
  const file = getManifestInstaller(manifest, 'windows-x64')
  const common = { PackageIdentifier: id, PackageVersion: manifest.version }
  const notes = manifest.notes === undefined ? {} : { ReleaseNotes: manifest.notes.slice(0, 10_000) }
  return {
    [`${id}.yaml`]: write('version', { ...common, DefaultLocale: 'en-US' }),
    [`${id}.installer.yaml`]: write('installer', {
      ...common,
      InstallerType: installerType,
      ReleaseDate: manifest.releaseDate,
      Installers: [
        {
          Architecture: 'x64',
          InstallerUrl: getFileUrl(baseUrl, manifest, file),
          InstallerSha256: file.sha256.toUpperCase(),
        },
      ],
    }),
    [`${id}.locale.en-US.yaml`]: write('defaultLocale', {
      ...common,
      PackageLocale: 'en-US',
      Publisher: publisher,
      PackageName: product.name,
      PackageUrl: facts.siteUrl,
      License: license,
      ShortDescription: product.tagline,
      ...notes,
    }),
  }
}

type WingetValue = string | readonly Readonly<Record<string, string>>[]

/** Writes YAML: strings as double-quoted scalars, which have JSON's escapes, and lists of objects. */
function write(type: string, fields: Readonly<Record<string, WingetValue>>): string {
  const all: Readonly<Record<string, WingetValue>> = { ...fields, ManifestType: type, ManifestVersion: FORMAT }
  const lines = Object.entries(all).flatMap(([name, value]) => {
    if (typeof value === 'string') return [`${name}: ${JSON.stringify(value)}`]
    const items = value.flatMap((item) =>
      Object.entries(item).map(([key, text], at) => `${at === 0 ? '- ' : '  '}${key}: ${JSON.stringify(text)}`),
    )
    return [`${name}:`, ...items]
  })
  const schema = `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${type}.${FORMAT}.schema.json`
  return `${schema}\n\n${lines.join('\n')}\n`
}

/** A package identifier has parts of up to 32 characters, here of letters and digits. */
function toIdPart(text: string): string {
  const plain = text.normalize('NFKD').replace(/[^A-Za-z0-9]/g, '')
  return plain.slice(0, 32) || 'App'
}
