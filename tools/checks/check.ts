/** A rule that the whole project must follow. `complaints` returns one line of text per violation. */
export type Check = { title: string; complaints: () => Promise<string[]> }
