import { CommandFailure } from '../../failures.ts'
import type { CheckedCall } from '../run-call.ts'
import type { StagedFiles, UsableFile } from './staged-files.ts'

/** A call whose options contain paths of files, the ids of these files, and the function that removes temporary paths from an error. */
export type CallWithFiles = { call: CheckedCall; ids: readonly string[]; nameFiles: (error: unknown) => unknown }

/**
 * Replaces the ids of files in a call by their paths. Adds their stamps to the call's `line`, so that a confirmation becomes invalid when a
 * file is changed after the preview. `nameFiles` replaces the paths of temporary files in an error by the names of the files that the
 * operator chose.
 */
export async function useFiles(call: CheckedCall, files: StagedFiles): Promise<CallWithFiles> {
  const options = { ...call.given.options }
  const used: UsableFile[] = []
  const ids: string[] = []
  for (const name of call.rule.files ?? []) {
    const id = options[name]
    if (typeof id !== 'string') continue
    const file = await files.use(id)
    options[name] = file.path
    used.push(file)
    ids.push(id)
  }
  if (ids.length === 0) return { call, ids, nameFiles: (error) => error }
  const line = JSON.stringify([call.line, used.map(({ stamp }) => stamp)])
  return {
    call: { ...call, given: { ...call.given, options }, line },
    ids,
    nameFiles: (error) => nameTemporaryFiles(error, used),
  }
}

function nameTemporaryFiles(error: unknown, used: readonly UsableFile[]): unknown {
  if (!(error instanceof CommandFailure)) return error
  const shorten = (text: string) =>
    used.reduce((short, { path, name, isTemporary }) => (isTemporary ? short.replaceAll(path, name) : short), text)
  const { code, message, hint } = error
  return new CommandFailure(code, shorten(message), { hint: shorten(hint), cause: error })
}
