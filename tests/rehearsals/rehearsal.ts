/** One part of `npm run rehearse`. */
export type Rehearsal = {
  /** The property that it verifies, for the list of parts. */
  shows: string
  /** Runs the part and reports its results to `say`. Throws when a check fails. `options` are the command's `--name VALUE` options. */
  run(say: (line: string) => void, options: Readonly<Record<string, string | undefined>>): Promise<void>
}
