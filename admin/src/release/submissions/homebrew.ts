import { getManifestInstaller } from '@site/contract/release-manifest'
import { getFileUrl } from '../feeds/release-facts.ts'
import type { SubmissionFacts } from './submission-facts.ts'

/** Returns the Homebrew cask of a release with its file name, to be submitted to homebrew-cask or put into a tap of one's own. */
export function createHomebrewCask({ manifest, product, baseUrl, siteUrl }: SubmissionFacts): {
  name: string
  text: string
} {
  const [silicon, intel] = [
    getManifestInstaller(manifest, 'macos-silicon'),
    getManifestInstaller(manifest, 'macos-intel'),
  ]
  const token = product.name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const text = `cask ${quote(token || 'app')} do
  version ${quote(manifest.version)}

  on_arm do
    url ${quote(getFileUrl(baseUrl, manifest, silicon))}
    sha256 ${quote(silicon.sha256)}
  end
  on_intel do
    url ${quote(getFileUrl(baseUrl, manifest, intel))}
    sha256 ${quote(intel.sha256)}
  end

  name ${quote(product.name)}
  desc ${quote(product.tagline)}
  homepage ${quote(siteUrl)}

  livecheck do
    url ${quote(`${baseUrl}latest/version.json`)}
    strategy :json do |json|
      json["version"]
    end
  end

  auto_updates true

  app ${quote(`${product.name}.app`)}
end
`
  return { name: `${token || 'app'}.rb`, text }
}

/** Writes a text as a double-quoted string of Ruby, which has JSON's escapes, and in which # may begin an expression. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll('#', '\\#')
}
