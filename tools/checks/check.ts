/** A rule that holds for the whole project. It answers where it is broken, one line each; nothing means it holds. */
export type Check = { title: string; complaints: () => Promise<string[]> }
