/** Called with the error code of each refused insert into one table, for metrics. */
export type RefusedInsertHook = (code: string) => void
