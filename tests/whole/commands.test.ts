import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const exclude = (path: string) => /(^|\/)(node_modules|dist|\.node|\.cache)$/.test(path)
const texts = ['**/*.md', 'deploy/*', '{tools,tests,bench,website/build}/**/*.ts'].flatMap((pattern) =>
  globSync(pattern, { cwd: root, exclude }).filter((file) => !file.startsWith('tests/whole/')),
)

/** Scripts that a user may start directly with any version of Node.js: they either run on that version or print which version they need. */
const STARTED_BY_NODE = ['tools/run.mjs', 'server/dist/main.js']

/**
 * Programs that no user starts by hand: parts of the benchmarks, which `npm run bench` starts with the right Node.js, and files of
 * Supabase's own tests.
 */
const NOT_TYPED = /^(bench\/|test\/generate-signing-keys\.js)/

test('every command line in docs and sources uses a known npm script instead of calling node directly', () => {
  expect(texts.length).toBeGreaterThan(50)
  const lines = texts.flatMap((file) =>
    read(file)
      .split('\n')
      .map((line) => ({ file, line })),
  )
  const unknown = lines.flatMap(({ file, line }) =>
    [...line.matchAll(/\bnpm (?:run )?(?:--silent |-s )?([a-z][\w:-]*)(?=[\s`).,:;]|$)/g)]
      .filter(([text, name = '']) => text.includes('npm run ') && !Object.hasOwn(scripts, name))
      .map(([text]) => `${file}: ${text}`),
  )
  expect(unknown).toEqual([])
  const withNode = lines.flatMap(({ file, line }) =>
    [...line.matchAll(/\bnode (?:--[\w=-]+ )*([\w./-]+\.(?:ts|mjs|js))\b/g)]
      .map(([, program = '']) => program)
      .filter((program) => !STARTED_BY_NODE.includes(program) && !NOT_TYPED.test(program))
      .map((program) => `${file}: node ${program}`),
  )
  expect(withNode).toEqual([])
})

test('the built server exits with status 1 and a one-sentence error on an older Node.js', () => {
  const pretend = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.20.2' })"
  const main = join(root, 'server/dist/main.js')
  const { status, stderr } = spawnSync(process.execPath, ['--import', pretend, main], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/^This file needs Node 24 .*"npm start"/)])
})
