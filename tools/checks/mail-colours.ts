import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../root.ts'

const TOKENS = 'website/app/styles/tokens.css'

/** The tokens that mails use. A mail program knows no custom properties, and a function on Supabase cannot read the website's styles. */
const USED = ['paper', 'surface', 'ink', 'muted', 'rose', 'rose-strong', 'shadow'] as const

/** Returns the module with the colours of both schemes. A token without a dark value has the light one. Throws for a missing token. */
export async function renderMailColours(): Promise<string> {
  const css = await readFile(join(ROOT, TOKENS), 'utf8')
  const [light = '', dark = ''] = [...css.matchAll(/^\s*:root \{([^}]*)\}/gm)].map(([, block]) => block)
  const scheme = (...blocks: string[]) =>
    USED.map((name) => {
      const value = blocks.map((block) => new RegExp(`--${name}: ([^;]+);`).exec(block)?.[1]).find(Boolean)
      if (value === undefined) throw new Error(`${TOKENS} has no token --${name}.`)
      return `    ${name.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase())}: '${value}',\n`
    }).join('')
  return [
    `// Written from ${TOKENS} by \`npm run check -- --write\`. Do not edit.\n\n`,
    '/** The colours of mails, by the token of the website and the colour scheme. */\n',
    `export const mailColours = {\n  light: {\n${scheme(light)}  },\n  dark: {\n${scheme(dark, light)}  },\n} as const\n`,
  ].join('')
}
