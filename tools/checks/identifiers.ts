import { type ESTree, parseSync, Visitor } from 'vite'
import type { SourceFile } from './source-files.ts'

const TEST = /\.(test|spec)\.(tsx?|mjs)$/
const CODE = /\.(tsx?|mjs)$/
/** Documents about the present. Records and the change log may name what no longer exists. */
const DOCUMENT = /^(?!CHANGELOG|docs\/records\/).*\.md$/

/** Names of other programs, of their settings and of examples, which the code of this project does not contain. */
const NAMES_OF_OTHERS = new Set(
  `INITIAL_SESSION SIGNED_IN TOKEN_REFRESHED
   pg_dump pg_restore pg_net pg_cron archive_command restore_command recovery_target_time default_transaction_read_only
   AWS_SESSION_TOKEN CERT_HAS_EXPIRED DATABSE_URL no_payment_required personal_sign
   createUpdaterArtifacts SUFeedURL SUPublicEDKey CFBundleVersion crispEdges FunctionsRelayError httpSend toBeInViewport
   spots_set WebAuthn JavaScript PostgreSQL macOS iOS`.split(/\s+/),
)

/** Matches a title that begins with an identifier: a name with an inner capital letter, or one with parentheses. */
const TITLE_SUBJECT = /^(?:(\w+[a-z][A-Z]\w*)(?:\(\))? |(\w+)\(\) )/

/** Matches an identifier in backticks that cannot be an ordinary word: it has an inner capital letter or underscore, or parentheses. */
const NAMED = /`(?:([A-Za-z]\w*(?:[a-z][A-Z]|[A-Za-z0-9]_[A-Za-z])\w*)(?:\(\))?|([A-Za-z_]\w*)\(\))`/g

/** Reports test titles that begin with the name of a function that their file does not mention. */
export function findUnknownTitleSubjects({ path, text }: SourceFile): string[] {
  if (!TEST.test(path)) return []
  const titles = readTitles(path, text)
  const rest = titles.reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    text,
  )
  return titles.flatMap(({ title, start }) => {
    const subject = TITLE_SUBJECT.exec(title)?.slice(1).find(Boolean)
    if (subject === undefined || NAMES_OF_OTHERS.has(subject) || new RegExp(`\\b${subject}\\b`).test(rest)) return []
    return [
      `${path}:${text.slice(0, start).split('\n').length} begins with ${subject}, which the file does not contain`,
    ]
  })
}

/** Reports identifiers in backticks, in comments and documents, that the code of the project does not contain. */
export function findUnknownNames(files: readonly SourceFile[]): string[] {
  const known = new Set(NAMES_OF_OTHERS)
  for (const { path, text } of files) {
    if (path.endsWith('.md')) continue
    for (const [name] of withoutComments(path, text).matchAll(/\w+/g)) known.add(name)
  }
  // A name such as `mail_round_failed` is composed in a template literal, of which the code contains `_round_failed`.
  const isKnown = (name: string) =>
    known.has(name) || Array.from(name.matchAll(/_/g), ({ index }) => name.slice(index)).some((end) => known.has(end))
  return files.flatMap(({ path, text }) => {
    const prose = DOCUMENT.test(path) ? text : CODE.test(path) ? onlyComments(text) : ''
    const names = Array.from(prose.matchAll(NAMED), ([, name, called]) => name ?? called ?? '')
    return [...new Set(names)]
      .filter((name) => !isKnown(name))
      .map((name) => `${path} names \`${name}\`, which the code does not contain`)
  })
}

type Title = { title: string; start: number; end: number }

/** Returns the string that is the first argument of each call, with its position. Titles are among them. */
function readTitles(path: string, text: string): Title[] {
  const found: Title[] = []
  const visitor = new Visitor({
    CallExpression({ arguments: [first] }: ESTree.CallExpression) {
      if (first?.type === 'Literal' && typeof first.value === 'string')
        found.push({ title: first.value, start: first.start, end: first.end })
      if (first?.type === 'TemplateLiteral')
        found.push({ title: first.quasis[0]?.value.raw ?? '', start: first.start, end: first.end })
    },
  })
  visitor.visit(parseSync(path, text).program)
  return found
}

const BLOCK_COMMENT = /\/\*[\s\S]*?\*\//g
const LINE_COMMENT = /(^|[^:'"`\\])\/\/.*$/gm

function withoutComments(path: string, text: string): string {
  if (path.endsWith('.sql')) return text.replace(/^\s*--.*$/gm, '')
  return text.replace(BLOCK_COMMENT, '').replace(LINE_COMMENT, '$1')
}

function onlyComments(text: string): string {
  return [...(text.match(BLOCK_COMMENT) ?? []), ...(text.match(LINE_COMMENT) ?? [])].join('\n')
}
