import { restErrors } from './errors.ts'
import { type DatabaseFunction, EXPOSED_SCHEMA, type ExposedTable } from './schema.ts'
import type { SchemaCache } from './schema-cache.ts'

/**
 * Returns the table with the given name. Throws when it does not exist. Unlike PostgREST's, the message suggests no other table, because
 * unauthenticated clients can read it.
 */
export async function findTable(schema: SchemaCache, name: string): Promise<ExposedTable> {
  const table = (await schema.get()).tables.get(name) ?? (await schema.renew())?.tables.get(name)
  if (table) return table
  throw restErrors.unknownTable({ message: `Could not find the table '${EXPOSED_SCHEMA}.${name}' in the schema cache` })
}

/** Returns the database function whose parameters match the given argument names. Throws when no function matches, or more than one. */
export async function findDatabaseFunction(
  schema: SchemaCache,
  name: string,
  given: readonly string[],
): Promise<DatabaseFunction> {
  let fitting = fittingFunctions((await schema.get()).functions.get(name), given)
  if (fitting.length === 0) fitting = fittingFunctions((await schema.renew())?.functions.get(name), given)
  const [first, ...others] = fitting
  if (first === undefined) throw unknownFunction(name, given)
  if (others.length > 0) {
    throw restErrors.ambiguousFunction({
      message: `Could not choose the best candidate function between: ${fitting.map(signature).join(', ')}`,
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    })
  }
  return first
}

function fittingFunctions(functions: readonly DatabaseFunction[] | undefined, given: readonly string[]) {
  return (functions ?? []).filter(({ parameters }) => {
    const isKnown = given.every((name) => parameters.some((parameter) => parameter.name === name))
    return isKnown && parameters.every(({ name, optional }) => optional || given.includes(name))
  })
}

function unknownFunction(name: string, given: readonly string[]): Error {
  const called = `${EXPOSED_SCHEMA}.${name}`
  const parameters = given.length === 0 ? 'without parameters' : `with parameters ${given.join(', ')}`
  return restErrors.unknownFunction({
    message: `Could not find the function ${called}${given.length === 0 ? ' without parameters' : `(${given.join(', ')})`} in the schema cache`,
    details: `Searched for the function ${called} ${parameters}, but no matches were found in the schema cache.`,
  })
}

function signature({ name, parameters }: DatabaseFunction): string {
  return `${EXPOSED_SCHEMA}.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', ')})`
}
