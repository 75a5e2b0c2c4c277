import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { readLoggedEvents } from '../support/logged-events.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync(['packages/backend/src/**/*.ts', 'server/src/**/*.ts', 'supabase/functions/**/*.ts'], {
  cwd: root,
})
/** Files that only the command of packages/backend uses, which serves other projects. */
const OF_OTHER_PROJECTS = ['packages/backend/src/folder-project.ts', 'packages/backend/src/functions/deno-functions.ts']
const sources = files.filter((file) => !file.endsWith('.test.ts') && !OF_OTHER_PROJECTS.includes(file))

/** The section "Log" of docs/watching.md. */
const [, documentation = ''] = /\n## Log\n(.*?)\n## /s.exec(readFileSync(join(root, 'docs/watching.md'), 'utf8')) ?? []
/** The events that an item of the section describes: "- `a`, `b`: …; `c`: …". */
const described = [
  ...documentation.matchAll(/(?:^- |;\s+)((?:`[a-z_]+`(?:, | \([^)]*\), )?)+)(?: \([^)]*\))?:/gm),
].flatMap(([, names = '']) => [...names.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name))

/** A log call in the source: the text of its event, and the names of its facts, in order; `...` stands for spread facts. */
type LogCall = { at: string; event: string; facts: string[] }

function findLogCalls(file: string): LogCall[] {
  const text = readFileSync(join(root, file), 'utf8')
  const calls: LogCall[] = []
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [first], start }) {
      const name = text.slice(callee.start, callee.end)
      const at = `${file}:${text.slice(0, start).split('\n').length}`
      if (/(^|[.#])log(\.(trace|debug|info|warn|error|fatal)|\[.*\])$/.test(name))
        calls.push({ at, ...readFacts(text, first) })
      else if (/(^|\.)log$/.test(name) && first) calls.push({ at, event: textOf(text, first), facts: ['event'] })
    },
  })
  visitor.visit(parseSync(file, text).program)
  return calls
}

function readFacts(text: string, node: ESTree.Argument | undefined): Omit<LogCall, 'at'> {
  if (node?.type !== 'ObjectExpression') return { event: '', facts: [] }
  const facts = node.properties.map((property) => (property.type === 'Property' ? textOf(text, property.key) : '...'))
  const event = node.properties[facts.indexOf('event')]
  return { event: event?.type === 'Property' ? textOf(text, event.value) : '', facts }
}

/** Returns the source text of an expression; of a string literal without the quotes. */
function textOf(text: string, node: { start: number; end: number }): string {
  return text.slice(node.start, node.end).replace(/^'(.*)'$/, '$1')
}

const calls = sources.flatMap(findLogCalls)
/** The worker whose task never fails, because it reports failures by an event of its own. */
const REPORTS_ITSELF = 'shipping'
/** Where a log call takes its event from a parameter, the events that its callers pass. */
const PASSED: Readonly<Record<string, readonly string[]>> = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of an expression in the source
  '`${name}_round_failed`': sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/startWorker\(.*?\bname: '(\w+)'/gs)].flatMap(
      ([, name = '']) => (name === REPORTS_ITSELF ? [] : [`${name}_round_failed`]),
    ),
  ),
  event: [
    ...['webhook_targets_not_stored', 'webhook_trigger_not_created'],
    ...['postgres_ended', 'postgres_message', 'postgres_elsewhere'],
  ],
}
const events = new Set(calls.flatMap(({ event }) => PASSED[event] ?? [event]))

test('every log call names its event, writes it after spread facts, and no fact has a key of the logger', () => {
  expect(calls.length).toBeGreaterThan(60)
  for (const { at, event, facts } of calls) {
    expect(event, at).not.toBe('')
    expect(facts.lastIndexOf('...'), at).toBeLessThan(facts.indexOf('event'))
    expect(
      facts.filter((name) => ['level', 'time', 'id', 'msg'].includes(name)),
      at,
    ).toEqual([])
  }
})

test('docs/watching.md describes exactly the events that the server logs', () => {
  expect(described.length).toBeGreaterThan(50)
  expect(described.toSorted()).toEqual([...events].toSorted())
})

test('the backends of the tests have logged every event that docs/watching.md describes', () => {
  const logged = readLoggedEvents()
  const isRoot = process.getuid?.() === 0
  const asRootOnly = ['postgres_elsewhere']
  const expected = described.filter((event) => isRoot || !asRootOnly.includes(event))
  expect(expected.filter((event) => !logged.has(event))).toEqual([])
})
