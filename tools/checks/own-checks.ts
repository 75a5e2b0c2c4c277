import type { ProjectCheck } from './check.ts'
import { findValuesOutsideTokens } from './design-tokens.ts'
import { findMissingDocstrings } from './docstrings.ts'
import { findOutdatedFiles } from './generated-files.ts'
import { findUnknownNames, findUnknownTitleSubjects } from './identifiers.ts'
import { findForbiddenImports } from './imports.ts'
import { findUnguardedRequests } from './outgoing-requests.ts'
import { readCodeFiles, readTextFiles, type SourceFile } from './source-files.ts'
import { findMisspellings, loadSpellChecker } from './spelling.ts'
import { findUnsafeLookupTables } from './tables.ts'
import { findUnsafeTextRules } from './text-rules.ts'

const MOST_LINES = 300
const WRONG_ON_PURPOSE = 'tools/checks/own-checks.test.ts'
const HANDLES_UNTRUSTED_TEXT = /^((packages\/\w+|server)\/src|contract|supabase\/functions)\/(?!.*\.test\.ts$)/
const UNNAMED_FOLDERS = /(^|\/)(utils?|helpers?|common|misc)(\/|\.)/

/** The checks that are written for this project. */
export const projectChecks: ProjectCheck[] = [
  overFiles('no import violates the direction of dependencies', readCodeFiles, ({ path, text }) =>
    findForbiddenImports(path, text),
  ),
  { title: 'every generated file equals what its sources give', complaints: findOutdatedFiles },
  overFiles('every exported function and endpoint has a docstring', readCodeFiles, ({ path, text }) =>
    /\.(test|spec|config|d)\.tsx?$/.test(path) ? [] : findMissingDocstrings(path, text),
  ),
  // The linter checks the length of code.
  overFiles(`no SQL or CSS file is longer than ${MOST_LINES} lines`, readTextFiles, ({ path, text }) => {
    const lines = text.split('\n').length - 1
    return lines > MOST_LINES && /(?<!_baseline)\.(sql|css)$/.test(path) ? [`${path} has ${lines} lines`] : []
  }),
  overFiles('no file or folder is named utils, helpers, common or misc', readCodeFiles, ({ path }) =>
    UNNAMED_FOLDERS.test(path) ? [`${path} has a name that does not describe its content`] : [],
  ),
  overFiles('no lookup table for untrusted keys inherits from Object.prototype', readCodeFiles, ({ path, text }) =>
    HANDLES_UNTRUSTED_TEXT.test(path) ? findUnsafeLookupTables(path, text) : [],
  ),
  overFiles('every request that may carry a secret goes through fetchWithSecret', readCodeFiles, ({ path, text }) =>
    findUnguardedRequests(path, text),
  ),
  overFiles('addresses are lower-cased by ASCII rules, and texts are cut before NFC', readTextFiles, ({ path, text }) =>
    findUnsafeTextRules(path, text),
  ),
  overFiles(
    'colours, sizes, radii and spaces of the website, and colours of mails, come from tokens',
    readTextFiles,
    ({ path, text }) => findValuesOutsideTokens(path, text),
  ),
  overFiles('a test title that begins with a function names one that exists', readCodeFiles, findUnknownTitleSubjects),
  {
    title: 'identifiers that comments and documents name exist',
    complaints: async () => findUnknownNames(await readTextFiles()),
  },
  {
    title: 'comments, docs, test titles and page texts have no spelling mistakes',
    async complaints() {
      const [files, knows] = await Promise.all([readTextFiles(), loadSpellChecker()])
      return files.flatMap((file) => (file.path === WRONG_ON_PURPOSE ? [] : findMisspellings(file, knows)))
    },
  },
]

function overFiles(
  title: string,
  files: () => Promise<SourceFile[]>,
  complaintsAbout: (file: SourceFile) => string[],
): ProjectCheck {
  return { title, complaints: async () => (await files()).flatMap(complaintsAbout) }
}
