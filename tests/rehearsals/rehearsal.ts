/** One part of `npm run rehearse`: a system test that takes too long or needs too many privileges for `npm test`. */
export type Rehearsal = {
  /** The property that this system test verifies, as `npm run rehearse` lists it. */
  shows: string
  /**
   * Runs the system test and passes result lines to `say`. Throws when a check fails. `options` are the command's `--name VALUE`
   * options.
   */
  run(say: (line: string) => void, options: Readonly<Record<string, string | undefined>>): Promise<void>
}
