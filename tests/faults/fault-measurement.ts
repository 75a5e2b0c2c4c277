/** A measured value of a fault scenario, with its limits. */
export type FaultMeasurement = { what: string; value: number; unit: string; atMost?: number; atLeast?: number }

/** Creates a measured value that must be zero, such as the number of lost or duplicated rows. */
export function createZeroMeasurement(what: string, value: number): FaultMeasurement {
  return { what, value, unit: '', atMost: 0, atLeast: 0 }
}

/** Returns a description of each measured value that is outside its limits. */
export function describeLimitViolations(facts: readonly FaultMeasurement[]): string[] {
  return facts
    .filter(({ value, atMost = Infinity, atLeast = -Infinity }) => !(value <= atMost && value >= atLeast))
    .map(({ what, value, unit }) => `${what}: ${value} ${unit}`.trim())
}
