/** One part of `npm run rehearse`. */
export type Rehearsal = {
  /** What it shows, for the list of parts. */
  shows: string
  /** Tells what it sees line by line. Throws when something is not as it must be. `options`: what the command was given as `--name VALUE`. */
  run(say: (line: string) => void, options: Readonly<Record<string, string | undefined>>): Promise<void>
}
