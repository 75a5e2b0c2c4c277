// `npm run weigh`: prints how much the project weighs, as a table of lines of code and words of documentation. Only tracked files count.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ROOT } from './root.ts'

const CODE = /\.(?:tsx?|mjs|js|sql|css)$/
const TESTS = /(?:^|\/)tests?\/|\.(?:test|spec)\./
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0')
const code = tracked.filter((path) => CODE.test(path) && !TESTS.test(path))
const pages = tracked.filter((path) => /^(?:README\.md$|docs\/.*\.md$)/.test(path))
const isRecord = (path: string) => path.startsWith('docs/records/')
const isDecision = (path: string) => path === 'docs/decisions.md'

function sum(paths: string[], pattern: RegExp): number {
  return paths.reduce((total, path) => total + (readFileSync(`${ROOT}${path}`, 'utf8').match(pattern)?.length ?? 0), 0)
}

const weights = {
  'lines of code': sum(code, /\n/g),
  'of these packages/': sum(
    code.filter((path) => path.startsWith('packages/')),
    /\n/g,
  ),
  'lines of tests': sum(
    tracked.filter((path) => CODE.test(path) && TESTS.test(path)),
    /\n/g,
  ),
  'words of README and docs': sum(
    pages.filter((path) => !isRecord(path) && !isDecision(path)),
    /\S+/g,
  ),
  'words of decisions': sum(pages.filter(isDecision), /\S+/g),
  'words of records': sum(pages.filter(isRecord), /\S+/g),
}
for (const [name, weight] of Object.entries(weights))
  console.log(`${name.padEnd(26)}${weight.toLocaleString('en-US').padStart(8)}`)
