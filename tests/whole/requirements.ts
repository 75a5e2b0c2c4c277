import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A requirement of requirements.md. `texts` contains the exact texts that the requirement quotes. */
export type Requirement = { number: string; text: string; texts: readonly string[]; isBuilt: boolean }

const LINE = /^- \*\*(R\d\.\d+)\*\* (.+)$/gm

/** Returns every requirement in the order of requirements.md. Throws when the file contains none. */
export function readRequirements(): readonly Requirement[] {
  const page = readFileSync(join(import.meta.dirname, 'requirements.md'), 'utf8')
  const found = [...page.matchAll(LINE)].map(([, number = '', text = '']): Requirement => {
    const texts = [...text.matchAll(/"([^"]+)"/g)].map(([, quoted = '']) => quoted)
    return { number, text, texts, isBuilt: !text.startsWith('Not built:') }
  })
  if (found.length === 0) throw new Error('requirements.md holds no requirement.')
  return found
}
