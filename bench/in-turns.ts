import { median } from './figures.ts'

/**
 * Measures each contender once a round, so that other load on the machine affects all equally. Returns the median of each by name, which is
 * NaN for an unknown one. The first round is a warm-up and does not count.
 */
export async function measureInTurns(
  rounds: number,
  contenders: Record<string, () => Promise<number>>,
): Promise<(name: string) => number> {
  const all = new Map<string, number[]>()
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, measure] of Object.entries(contenders)) {
      const value = await measure()
      if (round > 0) all.set(name, [...(all.get(name) ?? []), value])
    }
  }
  return (name) => median(all.get(name) ?? [])
}
