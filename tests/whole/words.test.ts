// Every sentence that the site publishes, page by page, in tests/whole/words. Whoever changes one changes it there too and
// sees it in the diff: `npm test -- whole words -u` writes the files anew. What a brand may change stands there as a placeholder.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HTMLElement, NodeType } from 'node-html-parser'
import { expect, test } from 'vitest'
import { builtPages } from './built-site.ts'
import { withBrand, withPlaceholders } from './site-words.ts'

const LEFT_OUT = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'SVG', 'TEMPLATE'])
const MARKS: Record<string, string> = { H1: '# ', H2: '## ', H3: '### ', H4: '#### ', LI: '- ', SUMMARY: '? ' }
const BLOCKS =
  'H1 H2 H3 H4 P LI SUMMARY DT DD DIV SECTION NAV UL OL DL DETAILS FIGURE FIGCAPTION BLOCKQUOTE HEADER FOOTER ASIDE ARTICLE MAIN'.split(
    ' ',
  )

for (const { path, document } of builtPages()) {
  test(`${path} says what was agreed, word for word, and its links lead where they did`, async () => {
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
    const said = `${[title, description, ...lines].join('\n')}\n`
    const file = join(import.meta.dirname, `words/${name}.txt`)
    const agreed = readFileSync(file, 'utf8')
    // The brand's words are put into the file, and not taken out of the page: a short name may be part of other words.
    await expect(withBrand(agreed) === said ? agreed : withPlaceholders(said)).toMatchFileSnapshot(file)
  })
}

/** The words of an element, a line for each block; links with their addresses, controls and pictures with their names. */
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
