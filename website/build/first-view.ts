import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The characters that pages show at first, by font: those of the home page, and the display font of the download page. */
export type FirstViewCharacters = { figtree: string; fraunces: string; download: string }

/** The folder of the fonts that contain only the characters of a page's first view, relative to the website's folder. */
export const FIRST_VIEW_FONTS_FOLDER = 'app/fonts/first-view'

/** The windows that show more than the first view: the next section. */
export const LARGER_WINDOWS = '(min-height:901px)'

/** Elements with the display font. For the home page, `styles/first-view.css` has the same list. */
const IN_DISPLAY_FONT =
  /<(h[1-3])\b[^>]*>(.*?)<\/\1>|<(\w+)[^>]* class="[^"]*(?:font-display|heading|deck-stamp)[^"]*"[^>]*>(.*?)<\/\3>/gs

/**
 * Returns the characters of the first views, sorted, from the prerendered HTML of the bodies of the two pages. That of the home page ends
 * with the first section, that of the download page with the fourth, 'Getting started', whose heading phones show.
 */
export function collectFirstViewCharacters(home: string, download: string): FirstViewCharacters {
  return { ...collectCharacters(home), download: collectCharacters(download, 4).fraunces }
}

/** Throws when the page has fewer sections than `count`. */
function collectCharacters(body: string, count = 1): Omit<FirstViewCharacters, 'download'> {
  const sections = body.split('</section>')
  if (sections.length <= count) throw new Error('The page has too few sections.')
  const shown = sections
    .slice(0, count)
    .join('')
    .replaceAll(/<(noscript|svg|script|style)\b.*?<\/\1>/gs, '')
  const display = [...shown.matchAll(IN_DISPLAY_FONT)].map(([, , heading = '', , other = '']) => heading + other)
  return { figtree: charactersOf(shown.replaceAll(IN_DISPLAY_FONT, '')), fraunces: charactersOf(display.join('')) }
}

/** Returns the characters of `shown` that are not in the first view's fonts. */
export function findMissingCharacters(shown: FirstViewCharacters, drawn: FirstViewCharacters): string[] {
  const missing = (font: keyof FirstViewCharacters) => [...shown[font]].filter((each) => !drawn[font].includes(each))
  return [...missing('figtree'), ...missing('fraunces'), ...missing('download')]
}

/** The links with which React preloads the pictures that a page shows at once. */
const PRELOADED_PICTURE = /<link rel="preload" as="image" href="(\/assets\/[^"]+\.svg)"\/>/g

/**
 * Replaces the pictures that a page shows at once by `data:` URLs, so that they are painted with the first frame, without a request of their
 * own. React keeps the attribute when it hydrates the page. Pictures that load later stay files; until then they are in `noscript`.
 */
export function inlineFirstPictures(body: string, svgOf: (address: string) => string): string {
  const shown = new Set([...body.matchAll(PRELOADED_PICTURE)].map(([, address = '']) => address))
  const toInlined = (image: string, address: string) =>
    shown.has(address) ? `<img src="${toDataUrl(svgOf(address))}"` : image
  return body
    .replaceAll(PRELOADED_PICTURE, '')
    .split(/(<noscript>.*?<\/noscript>)/s)
    .map((part) => (part.startsWith('<noscript>') ? part : part.replaceAll(/<img src="([^"]+)"/g, toInlined)))
    .join('')
}

/**
 * Returns the inline script that adds the fonts of the home page's first view, and enables the complete fonts (the style element with a
 * `media` attribute) when they are needed: at the visitor's first input, and at once when the URL leads to a lower section or can open a
 * dialog (then the load event waits for the fonts). When the URL has a fragment, also lays out all sections (styles/out-of-sight.css), so that
 * the browser scrolls to the target in the final layout. app/root.tsx enables the fonts on the idle page. Ignores pointers without movement,
 * which Chrome reports while a page loads. The fonts are added by script, because the content security policy allows no `data:` URLs for fonts.
 */
export async function createFirstViewScript(root: string): Promise<string> {
  const dataOf = async (name: string) =>
    (await readFile(join(root, FIRST_VIEW_FONTS_FOLDER, `${name}.woff2`))).toString('base64')
  const [figtree, fraunces] = await Promise.all(['figtree', 'fraunces'].map(dataOf))
  return [
    `for(const[n,weight,d]of[["Figtree First","400 700","${figtree}"],["Fraunces First","600","${fraunces}"]])document.fonts.add(new FontFace(n,Uint8Array.from(atob(d),c=>c.charCodeAt()),{weight}))`,
    'const first=new AbortController,whole=e=>{if(e?.type=="pointermove"&&!e.movementX&&!e.movementY)return;first.abort();document.querySelector("style[media]")?.removeAttribute("media")}',
    'for(const t of["pointermove","pointerdown","keydown","scroll","dragenter"])addEventListener(t,whole,{passive:true,signal:first.signal})',
    // `location.hash` does not contain text fragments (`#:~:text=`), which links of search engines have; the navigation entry does.
    'const at=location.hash||performance.getEntries()[0]?.name.includes("#");if(at)document.documentElement.dataset.laidOut=""',
    'if(at||location.search)whole()',
  ].join(';')
}

/** Reads the list of the characters that the first view's fonts contain. */
export async function readDrawnCharacters(root: string): Promise<FirstViewCharacters> {
  const read = (name: string) => readFile(join(root, FIRST_VIEW_FONTS_FOLDER, `${name}.txt`), 'utf8')
  return { figtree: await read('figtree'), fraunces: await read('fraunces'), download: await read('download') }
}

function charactersOf(markup: string): string {
  const text = markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#x([0-9a-f]+);/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  return [...new Set(text.replaceAll(/\s/g, ' '))].sort().join('')
}

/** Returns a `data:` URL that is valid in a double-quoted attribute. It compresses better than Base64. */
function toDataUrl(svg: string): string {
  const escapes: Record<string, string> = { '%': '%25', '#': '%23', '<': '%3C', '>': '%3E', '&': '%26' }
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll(/[%#<>&]/g, (each) => escapes[each] ?? each)}`
}
