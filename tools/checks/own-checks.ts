import { catalogueNames } from './catalogue-names.ts'
import type { Check } from './check.ts'
import { exportsWithoutDocstring } from './docstrings.ts'
import { wrongImports } from './imports.ts'
import { codeFiles, type SourceFile, textFiles } from './source-files.ts'
import { misspellings, openSpeller } from './spelling.ts'
import { tablesWithPrototype } from './tables.ts'

const MOST_LINES = 300
const WRONG_ON_PURPOSE = 'tools/checks/spelling.test.ts'
const READS_OUTSIDE_WORDS = /^(backend\/src|contract|supabase\/functions)\/(?!.*\.test\.ts$)/
const UNNAMED_FOLDERS = /(^|\/)(utils?|helpers?|common|misc)(\/|\.)/

/** The rules that only this project has. */
export const ownChecks: Check[] = [
  overFiles('imports go one way', codeFiles, ({ path, text }) => wrongImports(path, text)),
  overFiles('every export says what it promises', codeFiles, ({ path, text }) =>
    /\.(test|spec|config|d)\.tsx?$/.test(path) ? [] : exportsWithoutDocstring(path, text),
  ),
  overFiles(`no file is longer than ${MOST_LINES} lines`, textFiles, ({ path, text }) => {
    const lines = text.split('\n').length - 1
    return lines > MOST_LINES && !/(\.md|\.json|_baseline\.sql)$/.test(path) ? [`${path} has ${lines} lines`] : []
  }),
  overFiles('no file has a name that says nothing', codeFiles, ({ path }) =>
    UNNAMED_FOLDERS.test(path) ? [`${path} is named for what it is not`] : [],
  ),
  overFiles('no table that words are looked up in has a prototype', codeFiles, ({ path, text }) =>
    READS_OUTSIDE_WORDS.test(path) ? tablesWithPrototype(path, text) : [],
  ),
  overFiles('no SQL looks up a name for the rows of a catalogue', textFiles, catalogueNames),
  overFiles('no test is skipped or runs alone', codeFiles, skippedTests),
  overFiles('no open ends', textFiles, ({ path, text }) =>
    matchingLines(text, /\b(TO[D]O|FIX[M]E|XX[X])\b/).map((line) => `${path}:${line} leaves something open`),
  ),
  {
    title: 'what people read is spelled right',
    async complaints() {
      const [files, knows] = await Promise.all([textFiles(), openSpeller()])
      return files.flatMap((file) => (file.path === WRONG_ON_PURPOSE ? [] : misspellings(file, knows)))
    },
  },
]

function overFiles(
  title: string,
  files: () => Promise<SourceFile[]>,
  complaintsAbout: (file: SourceFile) => string[],
): Check {
  return { title, complaints: async () => (await files()).flatMap(complaintsAbout) }
}

function skippedTests({ path, text }: SourceFile): string[] {
  if (!/\.(test|spec)\.tsx?$/.test(path)) return []
  const switches = /\b(test|it|describe|onBothEngines)\.(skip|only|todo|fixme|fails|fail)\b/
  return matchingLines(text, switches).map((line) => `${path}:${line} is switched off, or switches others off`)
}

function matchingLines(text: string, pattern: RegExp): number[] {
  return text.split('\n').flatMap((line, index) => (pattern.test(line) ? [index + 1] : []))
}
