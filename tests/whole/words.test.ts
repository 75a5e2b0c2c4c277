// Records every published text of each page in tests/whole/words, so that a changed text shows in the diff. `npm test -- whole words
// -u` rewrites these files. Brand texts are placeholders in them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HTMLElement, NodeType } from 'node-html-parser'
import { expect, test } from 'vitest'
import { readBuiltPages } from './built-site.ts'
import { fillBrandPlaceholders, insertBrandPlaceholders } from './site-words.ts'

const LEFT_OUT = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'SVG', 'TEMPLATE'])
const MARKS: Record<string, string> = { H1: '# ', H2: '## ', H3: '### ', H4: '#### ', LI: '- ', SUMMARY: '? ' }
const BLOCKS =
  'H1 H2 H3 H4 P LI SUMMARY DT DD DIV SECTION NAV UL OL DL DETAILS FIGURE FIGCAPTION BLOCKQUOTE HEADER FOOTER ASIDE ARTICLE MAIN'.split(
    ' ',
  )

for (const { path, document } of readBuiltPages()) {
  test(`the texts and links of ${path} equal the recorded snapshot`, {
    tags: ['R1.1', 'R1.4', 'R2.25', 'R2.49'],
  }, async () => {
    const name = path === '/' ? 'home' : path.slice(1)
    const body = document.querySelector('body')
    if (!body) throw new Error(`${path} has no body.`)
    const lines = textOf(body)
      .split('\n')
      .map((line) => line.replaceAll(/\s+/g, ' ').trim())
      .filter((line) => line !== '' && !['-', '?', '#', '##', '###'].includes(line))
    const title = document.querySelector('title')?.text
    const description = document.querySelector('meta[name=description]')?.getAttribute('content')
    expect(lines.length).toBeGreaterThan(20)
    const current = `${[title, description, ...lines].join('\n')}\n`
    const file = join(import.meta.dirname, `words/${name}.txt`)
    const agreed = readFileSync(file, 'utf8')
    // The comparison inserts the brand's texts into the recorded file instead of replacing them in the page, because a short brand
    // name may be part of other words of the page.
    await expect(
      fillBrandPlaceholders(agreed) === current ? agreed : insertBrandPlaceholders(current),
    ).toMatchFileSnapshot(file)
  })
}

/**
 * Returns the text of an element with one line per block. Links are followed by their URLs; controls and images are replaced by
 * their accessible names.
 */
function textOf(element: HTMLElement): string {
  const name = element.tagName ?? ''
  if (LEFT_OUT.has(name)) return ''
  const inner = element.childNodes
    .map((node) => {
      if (node.nodeType === NodeType.TEXT_NODE) return node.text.replaceAll(/\s+/g, ' ')
      return node instanceof HTMLElement ? textOf(node) : ''
    })
    .join('')
  const label = element.getAttribute('aria-label')
  if (name === 'BR') return '\n'
  if (name === 'IMG') return element.getAttribute('alt') ? `(picture: ${element.getAttribute('alt')})` : ''
  if (name === 'A') return ` [${label ?? inner.trim()}](${element.getAttribute('href')}) `
  if (name === 'BUTTON') return ` [${label ?? inner.trim()}] `
  if (!BLOCKS.includes(name)) return inner
  return `\n${label ? `(${label})\n` : ''}${MARKS[name] ?? ''}${inner}\n`
}
