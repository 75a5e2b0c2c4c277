/** A rule that the whole project must follow. `complaints` returns one line per violation. */
export type Check = { title: string; complaints: () => Promise<string[]> }
