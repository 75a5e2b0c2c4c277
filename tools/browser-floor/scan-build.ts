import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectDefinedNames, parseScript } from './defined-names.ts'
import { findMarkupFeatures } from './scan-markup.ts'
import { findScriptFeatures } from './scan-script.ts'
import { findStyleFeatures } from './scan-style.ts'

/**
 * Returns the features that a build uses and that one of the oldest supported browsers lacks, each with the files that use it. Paths are
 * relative to `folder`. Throws when the folder has no scripts.
 */
export function findFeaturesOfBuild(folder: string): Map<string, string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(js|css|html)$/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
  if (!files.some(({ path }) => path.endsWith('.js'))) throw new Error(`${folder} has no scripts.`)
  const contents = (pattern: RegExp) =>
    files.flatMap(({ path, text }) =>
      path.endsWith('.html') ? inlineIn(text, pattern).map((it) => ({ path, text: it })) : [],
    )
  const ofType = (type: string) => files.filter(({ path }) => path.endsWith(type))
  const scripts = [...ofType('.js'), ...contents(/<script(?![^>]*(?:json|src=))[^>]*>(.*?)<\/script>/gs)].map(
    (file) => ({
      path: file.path,
      program: parseScript(`${file.path}.js`, file.text),
    }),
  )
  const defined = collectDefinedNames(scripts.map(({ program }) => program))
  const uses = new Map<string, string[]>()
  const note = (path: string, features: Set<string>) => {
    for (const feature of features) uses.set(feature, [...new Set([...(uses.get(feature) ?? []), path])])
  }
  for (const { path, program } of scripts) note(path, findScriptFeatures(program, defined))
  for (const { path, text } of [...ofType('.css'), ...contents(/<style[^>]*>(.*?)<\/style>/gs)])
    note(path, findStyleFeatures(text))
  for (const { path, text } of ofType('.html')) note(path, findMarkupFeatures(text))
  return uses
}

function inlineIn(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, text = '']) => text)
}
