import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A requirement of docs/requirements.md. `texts` contains the exact texts that the requirement quotes. */
export type ProductRequirement = { number: string; text: string; texts: readonly string[] }

const LINE = /^- \*\*(R\d\.\d+)\*\* (.+)$/gm

/** Returns every requirement in the order of docs/requirements.md. Throws when the file contains none. */
export function readProductRequirements(): readonly ProductRequirement[] {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/requirements.md'), 'utf8')
  const found = [...page.matchAll(LINE)].map(([, number = '', text = '']): ProductRequirement => {
    const texts = [...text.matchAll(/"([^"]+)"/g)].map(([, quoted = '']) => quoted)
    return { number, text, texts }
  })
  if (found.length === 0) throw new Error('docs/requirements.md holds no requirement.')
  return found
}
