import { CHANGE_PASSWORD } from '@site/contract/change-password'
import { formatMinisignPublicKey, parseMinisignPublicKey } from '@site/releases/minisign'
import type { PrerenderModule } from './built-pages.ts'

/**
 * Returns the contents of the site's small files by name: robots.txt, sitemap.xml, llms.txt, security.txt, the redirects of static hosts,
 * speculation rules, the release keys, favicon and web manifest.
 */
export function createSiteFiles(site: PrerenderModule, siteUrl: string): Record<string, string> {
  const { brand, indexedPaths, faviconSvg } = site
  const addresses = indexedPaths.map((path) => `  <url><loc>${siteUrl}${path}</loc></url>`)
  return {
    'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
    'sitemap.xml': `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.join('\n')}
</urlset>
`,
    'llms.txt': llmsTxt(site, siteUrl),
    '.well-known/security.txt': securityTxt(brand.mailboxes.support, siteUrl, new Date()),
    _redirects: `${CHANGE_PASSWORD.path} ${CHANGE_PASSWORD.page} 302\n`, // Netlify and Cloudflare Pages read it
    'speculationrules.json': formatSpeculationRules(indexedPaths),
    ...createReleaseKeyFiles(brand.release.publicKeys),
    'favicon.svg': faviconSvg,
    'site.webmanifest': JSON.stringify({
      name: brand.name,
      description: brand.tagline,
      start_url: '/',
      display: 'browser',
      background_color: '#fbf6f1',
      theme_color: '#fbf6f1',
      icons: [
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      ],
    }),
  }
}

/** Returns llms.txt (llmstxt.org): description, promises and pages of the site in plain text. */
function llmsTxt({ brand, indexedPaths, promises }: PrerenderModule, siteUrl: string): string {
  const pages = indexedPaths.map((path) => `- [${path.slice(1) || 'home'}](${siteUrl}${path})`)
  const claims = promises.map(({ text }) => `- ${text}`)
  return [`# ${brand.name}`, `> ${brand.description}`, claims.join('\n'), `## Pages\n\n${pages.join('\n')}`, ''].join(
    '\n\n',
  )
}

/**
 * Returns security.txt (RFC 9116), the contact for reporting vulnerabilities. It expires eleven to twelve months after the build, on the
 * first of a month, so that builds within one month are identical; tests/whole and `npm run rehearse -- headers` report when it is about
 * to expire.
 */
function securityTxt(mailbox: string, siteUrl: string, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth(), 1))
  return [
    `Contact: mailto:${mailbox}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}

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

/**
 * Returns the content of speculationrules.json, which pages name in the header `Speculation-Rules`: at the press on a link to another page,
 * a browser that knows speculation rules fetches the page's document, before the click ends. Only until the page is hydrated (`data-ready`),
 * because afterwards links load no document (app/frame/follow-link.ts). Leaves out links with a query or fragment, and links that act as
 * buttons. Prefetching runs no script of the next page.
 */
export function formatSpeculationRules(paths: readonly string[]): string {
  const pages = paths.map((pathname) => ({ pathname, search: '', hash: '' }))
  const where = { and: [{ href_matches: pages }, { selector_matches: 'html:not([data-ready]) a:not([role])' }] }
  return JSON.stringify({ prefetch: [{ where, eagerness: 'conservative' }] })
}
