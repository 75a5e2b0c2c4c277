import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { createReleaseManifest, createReleaseSigner } from '../../../../tests/support/release-signer.ts'
import { createHomebrewCask } from './homebrew.ts'
import type { SubmissionFacts } from './submission-facts.ts'
import { createWingetFiles } from './winget.ts'

const manifest = createReleaseManifest(
  createReleaseSigner(),
  {
    'windows-x64': { name: 'Fondly-Setup-x64.exe', bytes: Buffer.from('windows') },
    'macos-intel': { name: 'Fondly-intel.dmg', bytes: Buffer.from('intel') },
    'macos-silicon': { name: 'Fondly-arm64.dmg', bytes: Buffer.from('silicon') },
  },
  { notes: 'Faster: yes\n- "more" #1' },
)
const [windows, intel, silicon] = manifest.files
const facts: SubmissionFacts = {
  manifest,
  product: { name: 'Fondly', tagline: 'Keep the photos you’ll look back on, fondly.' },
  baseUrl: 'https://fondly.example/storage/v1/object/public/downloads/',
  siteUrl: 'https://fondly.example/',
  publisher: 'Example & Söhne Ltd',
  license: 'Proprietary',
  installerType: 'nullsoft',
}

test('createWingetFiles writes the keys that the schemas 1.6.0 of WinGet require, as a YAML parser reads them', () => {
  const files = createWingetFiles(facts)
  const common = { PackageIdentifier: 'ExampleSohneLtd.Fondly', PackageVersion: '1.4.0', ManifestVersion: '1.6.0' }
  const read = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, load(text)]))
  expect(read).toEqual({
    'ExampleSohneLtd.Fondly.yaml': { ...common, DefaultLocale: 'en-US', ManifestType: 'version' },
    'ExampleSohneLtd.Fondly.installer.yaml': {
      ...common,
      InstallerType: 'nullsoft',
      ReleaseDate: '2026-03-05',
      Installers: [
        {
          Architecture: 'x64',
          InstallerUrl: `${facts.baseUrl}1.4.0/Fondly-Setup-x64.exe`,
          InstallerSha256: windows?.sha256.toUpperCase(),
        },
      ],
      ManifestType: 'installer',
    },
    'ExampleSohneLtd.Fondly.locale.en-US.yaml': {
      ...common,
      PackageLocale: 'en-US',
      Publisher: 'Example & Söhne Ltd',
      PackageName: 'Fondly',
      PackageUrl: 'https://fondly.example/',
      License: 'Proprietary',
      ShortDescription: 'Keep the photos you’ll look back on, fondly.',
      ReleaseNotes: 'Faster: yes\n- "more" #1',
      ManifestType: 'defaultLocale',
    },
  })
})

test('createHomebrewCask names each disk image with its checksum, and quotes texts for Ruby', () => {
  const { name, text } = createHomebrewCask({ ...facts, product: { name: 'Løve & Co', tagline: 'a "b" #{c}' } })
  expect(name).toBe('l-ve-co.rb')
  const block = (arch: string) => new RegExp(`on_${arch} do\\n([\\s\\S]*?)\\n {2}end`).exec(text)?.[1]
  expect(block('arm')).toBe(`    url "${facts.baseUrl}1.4.0/Fondly-arm64.dmg"\n    sha256 "${silicon?.sha256}"`)
  expect(block('intel')).toBe(`    url "${facts.baseUrl}1.4.0/Fondly-intel.dmg"\n    sha256 "${intel?.sha256}"`)
  expect(text).toContain('  desc "a \\"b\\" \\#{c}"')
  expect(text).toContain(`    url "${facts.baseUrl}latest/version.json"`)
})
