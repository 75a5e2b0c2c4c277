import { PUBLISHABLE_KEY_META } from '@site/contract/publishable-key'
import type { PrerenderModule } from './built-pages.ts'

/** What the HTML of a page contains besides its text: the elements for its styles, the URLs of the fonts to preload, and its scripts. */
export type PageAssets = { styles: string; fonts: readonly string[]; inlineScripts: readonly string[] }

type Rendered = Awaited<ReturnType<PrerenderModule['renderPage']>>

type DocumentParts = Rendered & {
  path: string
  site: PrerenderModule
  assets: PageAssets
  siteUrl: string
  publishableKey: string
}

/**
 * Returns the complete HTML document of a page. Its inline scripts are allowed by the content security policy by their hashes. It has no
 * style attributes. The styles come before scripts and fonts, because only the styles block the first paint.
 */
export function renderDocument({ html, meta, path, site, assets, siteUrl, publishableKey }: DocumentParts): string {
  const { brand } = site
  const address = siteUrl + (meta.path ?? '/')
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    assets.styles,
    // Delays the first paint until the parser reaches the element with this id, which follows the first view. Otherwise Chromium would
    // paint half of the first view on a slow computer or connection, and shift it when the rest is parsed. Other browsers ignore the link.
    `<link rel="expect" href="#${path === '/' ? 'demo-video' : 'footer'}" blocking="render">`,
    ...assets.fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`),
    `<title>${escape(meta.title)}</title>`,
    `<meta name="description" content="${escape(meta.description)}">`,
    `<meta name="robots" content="${site.getRobotsDirective(meta)}">`,
    // The not-found page has no canonical URL, because it is one file for all unknown paths.
    ...(meta.path === null ? [] : [`<link rel="canonical" href="${escape(address)}">`]),
    ...card({
      'og:type': 'website',
      'og:site_name': brand.name,
      'og:title': meta.title,
      'og:description': meta.description,
      'og:url': address,
      'og:locale': 'en_US',
      'og:image': `${siteUrl}/social-card.png`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': site.socialCardAlt,
    }),
    '<meta name="twitter:card" content="summary_large_image">',
    `<meta name="twitter:image:alt" content="${escape(site.socialCardAlt)}">`,
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf6f1">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1b0e22">',
    `<meta name="${PUBLISHABLE_KEY_META}" content="${escape(publishableKey)}">`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    ...(path === '/'
      ? [`<script type="application/ld+json">${jsonInHtml(site.structuredData(siteUrl))}</script>`]
      : []),
    ...assets.inlineScripts.map((script) => `<script>${script}</script>`),
  ]
  return `<!doctype html>
<html lang="en">
<head>
${head.join('\n')}
</head>
<body>
<div id="root">${html}</div>
</body>
</html>
`
}

function card(properties: Record<string, string>): string[] {
  return Object.entries(properties).map(([name, value]) => `<meta property="${name}" content="${escape(value)}">`)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Serialises JSON for a script element. Escapes `<`, so that no text in the JSON can close the element. */
function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
