/** A rule that the whole project must follow. `complaints` returns one line of text per violation. */
export type ProjectCheck = { title: string; complaints: () => Promise<string[]> }
