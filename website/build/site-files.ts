import { CHANGE_PASSWORD } from '@site/contract/change-password'
import type { PrerenderModule } from './built-pages.ts'
import { createReleaseKeyFiles } from './release-key-files.ts'
import { formatSpeculationRules } from './speculation-rules.ts'

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
