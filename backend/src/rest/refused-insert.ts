/** Told the code of each refused insert into one table, for whoever counts them by reason. */
export type RefusedInsertHook = (code: string) => void
