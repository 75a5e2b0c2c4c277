import * as v from 'valibot'

const schema = v.looseObject({
  files: v.record(v.string(), v.looseObject({ mutants: v.array(v.looseObject({ status: v.string() })) })),
})

/**
 * Returns the results of an earlier Stryker run with only the killed mutants. Stryker reuses the results of mutants whose code and
 * tests have not changed. However, it does not know which tests cover code that runs while a module loads, so a mutant that survived
 * in such code would be reused for ever. A timeout may have been caused by a busy machine. Survivors and timeouts are few, so they
 * run again.
 */
export function keepKilledMutants(json: unknown): unknown {
  const results = v.parse(schema, json)
  const files = Object.entries(results.files).map(([path, file]) => {
    return [path, { ...file, mutants: file.mutants.filter(({ status }) => status === 'Killed') }] as const
  })
  return { ...results, files: Object.fromEntries(files) }
}
