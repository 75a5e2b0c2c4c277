/** One part of `npm run rehearse`: a system test that takes too long or needs too many privileges for `npm test`. */
export type Rehearsal = {
  /** The property that the rehearsal verifies, for the list of rehearsals. */
  shows: string
  /** Runs the rehearsal and reports its results to `say`. Throws when a check fails. `options` are the command's `--name VALUE` options. */
  run(say: (line: string) => void, options: Readonly<Record<string, string | undefined>>): Promise<void>
}
