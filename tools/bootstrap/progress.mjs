const QUIET_MS = 1_000

/** Does the work; says what it is doing when that takes more than a second, and at its end how long it took. */
export async function step(doing, work) {
  const began = Date.now()
  const slow = setTimeout(() => console.error(`${doing} …`), QUIET_MS)
  try {
    return await work()
  } finally {
    clearTimeout(slow)
    const took = Date.now() - began
    if (took > QUIET_MS) console.error(`${doing}: ${(took / 1_000).toFixed(0)} s`)
  }
}
