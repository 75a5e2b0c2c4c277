import {
  BlockNode,
  CallNode,
  loadPrism,
  type Node,
  ProgramNode,
  StatementsNode,
  StringNode,
  SymbolNode,
} from '@ruby/prism'
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

/**
 * Parses a Homebrew cask with Prism, Ruby's own parser. Returns the first argument of each method call, or null when that is not a literal
 * string or symbol. The keys are the names of the calls, after those of the blocks around them, such as `on_arm.sha256`. Throws when the
 * parser reports an error or a warning.
 */
async function readCask(text: string): Promise<Record<string, string | null>> {
  const parse = await loadPrism()
  const { value, errors, warnings } = parse(text)
  expect([...errors, ...warnings].map(({ message }) => message)).toEqual([])
  const found: Record<string, string | null> = {}
  const read = (nodes: readonly Node[], inside: string) => {
    for (const node of nodes) {
      if (!(node instanceof CallNode)) continue
      const [argument] = node.arguments_?.arguments_ ?? []
      const isText = argument instanceof StringNode || argument instanceof SymbolNode
      found[`${inside}${node.name}`] = isText ? argument.unescaped.value : null
      if (node.block instanceof BlockNode && node.block.body instanceof StatementsNode)
        read(node.block.body.body, node.name === 'cask' ? '' : `${inside}${node.name}.`)
    }
  }
  if (value instanceof ProgramNode) read(value.statements.body, '')
  return found
}

test('createHomebrewCask writes a cask from which Ruby’s own parser reads the version, URLs and checksums of the manifest', async () => {
  const { name, text } = createHomebrewCask(facts)
  expect(name).toBe('fondly.rb')
  expect(await readCask(text)).toEqual({
    cask: 'fondly',
    version: '1.4.0',
    on_arm: null,
    'on_arm.url': `${facts.baseUrl}1.4.0/Fondly-arm64.dmg`,
    'on_arm.sha256': silicon?.sha256,
    on_intel: null,
    'on_intel.url': `${facts.baseUrl}1.4.0/Fondly-intel.dmg`,
    'on_intel.sha256': intel?.sha256,
    name: 'Fondly',
    desc: 'Keep the photos you’ll look back on, fondly.',
    homepage: 'https://fondly.example/',
    livecheck: null,
    'livecheck.url': `${facts.baseUrl}latest/version.json`,
    'livecheck.strategy': 'json',
    'livecheck.strategy.[]': 'version',
    auto_updates: null,
    app: 'Fondly.app',
  })
})

test.each(['a "b" #{c}', 'end\n  system "ls"', '\\#{x}', '#$0 #@a', "it's \\", 'tab\t and \u2028 line', 'é 🎞'])(
  'createHomebrewCask escapes the tagline %j, so that Ruby’s own parser reads it unchanged, as text and not as code',
  async (tagline) => {
    const { name, text } = createHomebrewCask({ ...facts, product: { name: 'Løve & Co', tagline } })
    expect(name).toBe('l-ve-co.rb')
    expect(await readCask(text)).toMatchObject({ cask: 'l-ve-co', desc: tagline, app: 'Løve & Co.app' })
  },
)
