import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'
import type { EdgeFunction } from '../application.ts'
import { loadEdgeFunctions } from './deno-functions.ts'

const caller = { role: 'anon', claims: {}, source: '' } as const

/** Writes functions to a folder, loads them, and returns a function that calls one and returns its status and text. */
async function load(files: Record<string, string>) {
  const folder = await createTemporaryFolder('functions-')
  onTestFinished(() => folder[Symbol.asyncDispose]())
  for (const [name, code] of Object.entries(files)) {
    await mkdir(join(folder.path, name, '..'), { recursive: true })
    await writeFile(join(folder.path, name), code)
  }
  const logged: string[] = []
  const log = { error: (facts: { err: Error }) => void logged.push(facts.err.message) }
  const functions = await loadEdgeFunctions(folder.path, { SITE: 'here' }, log)
  const call = async (name: string) => {
    const run: EdgeFunction | undefined = functions.get(name)
    const response = await run?.(new Request('http://localhost/', { method: 'POST', body: '{}' }), caller)
    return response?.text()
  }
  return { functions, logged, call }
}

test('edge functions that call Deno.serve, with or without options, or that export fetch are loaded', async () => {
  const { functions, call, logged } = await load({
    'plain/index.ts': "Deno.serve((request: Request) => new Response(request.method + Deno.env.get('SITE')))",
    'options/index.ts': "Deno.serve({ port: 1 }, () => new Response('options'))",
    'exported/index.ts': "export default { fetch: () => new Response('exported') }",
    'sharing/index.ts': "import { text } from '../_shared/text.ts'\nDeno.serve(() => new Response(text))",
    '_shared/text.ts': "export const text = 'shared'",
    'no-index/other.ts': '',
  })
  expect([...functions.keys()].sort()).toEqual(['exported', 'options', 'plain', 'sharing'])
  expect(await Promise.all(['plain', 'options', 'exported', 'sharing'].map(call))).toEqual([
    'POSThere',
    'options',
    'exported',
    'shared',
  ])
  expect(logged).toEqual([])
})

test.each([
  ['a part of Deno that does not exist', "Deno.readTextFile('a')", 'Deno.readTextFile is not a function'],
  ['an import from the web', "import 'https://esm.example/a.ts'", /install the package and import it as npm:<name>/],
  ['a package that is not installed', "import 'npm:not-installed-here@1'", /not-installed-here/],
  ['no handler', 'export const a = 1', 'It neither calls Deno.serve nor exports an object with fetch.'],
  ['Deno.serve without a handler', 'Deno.serve({ port: 1 })', 'Deno.serve is called without a handler.'],
])(
  'an edge function with %s is logged and its calls fail with status 500, while other functions are loaded',
  async (_, code, message) => {
    const { call, logged } = await load({
      'a-faulty/index.ts': code,
      'sound/index.ts': "Deno.serve(() => new Response('sound'))",
    })
    expect(logged).toEqual([expect.stringMatching(message)])
    await expect(call('a-faulty')).rejects.toMatchObject({ status: 500, code: 'function_not_loaded' })
    expect(await call('sound')).toBe('sound')
  },
)

test('a functions folder that does not exist yields no edge functions', async () => {
  expect((await loadEdgeFunctions('/does/not/exist', {}, { error() {} })).size).toBe(0)
})
