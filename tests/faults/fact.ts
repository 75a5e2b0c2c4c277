/** One thing that a fault showed, and what it has to be. The shape of a figure of `npm run bench`, which prints it. */
export type Fact = { what: string; value: number; unit: string; atMost?: number; atLeast?: number }

/** A fact that must be exactly zero: something lost, doubled or answered wrongly. */
export function none(what: string, value: number): Fact {
  return { what, value, unit: '', atMost: 0, atLeast: 0 }
}

/** The facts that are not what they have to be, as sentences. */
export function broken(facts: readonly Fact[]): string[] {
  return facts
    .filter(({ value, atMost = Infinity, atLeast = -Infinity }) => !(value <= atMost && value >= atLeast))
    .map(({ what, value, unit }) => `${what}: ${value} ${unit}`.trim())
}
