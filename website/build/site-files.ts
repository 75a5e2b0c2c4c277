import type { PrerenderModule } from './prerender.ts'

/** The small files beside the pages: for crawlers, for tabs and for home screens. */
export function siteFiles(site: PrerenderModule, siteUrl: string): Record<string, string> {
  const { brand, indexedPaths, faviconSvg } = site
  const addresses = indexedPaths.map((path) => `  <url><loc>${siteUrl}${path}</loc></url>`)
  return {
    'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
    'sitemap.xml': `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.join('\n')}
</urlset>
`,
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
