/** A callback for metrics that gets the error code of each rejected insert into one table. */
export type RefusedInsertHook = (code: string) => void
