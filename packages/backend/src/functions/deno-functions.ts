import { existsSync, readdirSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { EdgeFunction } from '../application.ts'
import { edgeFunctionErrors } from './errors.ts'

type Handler = (request: Request) => Response | Promise<Response>

/** The environment variables that functions read with `Deno.env.get`. */
export type EdgeFunctionEnvironment = Readonly<Record<string, string | undefined>>

/**
 * Loads the functions of a project, `<folder>/<name>/index.ts`, which call `Deno.serve` or export an object with `fetch`. Folders that
 * start with `_` hold shared code. Of `Deno` only `serve`, `env.get` and `version` exist. The specifiers `npm:…` and `jsr:…` are resolved to packages
 * that are installed in the project. A function that cannot be loaded is logged, and calls of it are refused.
 */
export async function loadEdgeFunctions(
  folder: string,
  environment: EdgeFunctionEnvironment,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<ReadonlyMap<string, EdgeFunction>> {
  const functions = new Map<string, EdgeFunction>()
  if (!existsSync(folder)) return functions
  const hooks = registerHooks({ resolve: resolveDenoSpecifier })
  try {
    for (const name of functionNames(folder)) {
      functions.set(name, await loadFunction(join(folder, name, 'index.ts'), environment).catch(refuseAll(name, log)))
    }
  } finally {
    hooks.deregister()
  }
  return functions
}

function functionNames(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
    .filter((name) => existsSync(join(folder, name, 'index.ts')))
}

async function loadFunction(file: string, environment: EdgeFunctionEnvironment): Promise<EdgeFunction> {
  let served: Handler | null = null
  Object.assign(globalThis, {
    Deno: denoWith(environment, (handler) => {
      served = handler
    }),
  })
  const loaded: unknown = await import(pathToFileURL(file).href)
  const handler = served ?? exportedFetch(loaded)
  if (handler === null) throw new Error('It neither calls Deno.serve nor exports an object with fetch.')
  return async (request) => handler(request)
}

/** Returns the parts of the global object `Deno` that functions may use. `version` is included because libraries detect Deno by it. */
function denoWith(environment: EdgeFunctionEnvironment, serve: (handler: Handler) => void) {
  return {
    version: { deno: '2.0.0' },
    env: { get: (name: string) => environment[name] },
    serve(...args: unknown[]) {
      const handler = args.find((each) => typeof each === 'function')
      if (handler === undefined) throw new Error('Deno.serve is called without a handler.')
      serve(handler as Handler)
    },
  }
}

function exportedFetch(loaded: unknown): Handler | null {
  const exported = typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : null
  const fetch = typeof exported === 'object' && exported !== null && 'fetch' in exported ? exported.fetch : null
  return typeof fetch === 'function' ? (fetch as Handler) : null
}

const PACKAGE = /^(?:npm|jsr):\/?(?<name>@[^/@]+\/[^/@]+|[^/@]+)(?:@[^/]*)?(?<path>\/.*)?$/

const resolveDenoSpecifier: NonNullable<Parameters<typeof registerHooks>[0]['resolve']> = (
  specifier,
  context,
  next,
) => {
  if (/^https?:/.test(specifier)) throw new Error(`${specifier}: install the package and import it as npm:<name>.`)
  // Type declaration files contain no code, such as the edge runtime's types that the Supabase CLI's template of a function imports.
  if (specifier.endsWith('.d.ts')) return { url: 'data:text/javascript,', shortCircuit: true }
  const { name = specifier, path = '' } = PACKAGE.exec(specifier)?.groups ?? {}
  return next(name + path, context)
}

function refuseAll(name: string, log: Pick<FastifyBaseLogger, 'error'>): (err: unknown) => EdgeFunction {
  return (err) => {
    log.error({ event: 'function_not_loaded', function: name, err }, 'A function could not be loaded')
    return async () => {
      throw edgeFunctionErrors.notLoaded()
    }
  }
}
