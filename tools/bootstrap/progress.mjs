const QUIET_MS = 1_000

/** Runs an operation. When it takes longer than a second, prints its label and, at its end, its duration. */
export async function runWithProgressLabel(label, operation) {
  const began = Date.now()
  const slow = setTimeout(() => console.error(`${label} …`), QUIET_MS)
  try {
    return await operation()
  } finally {
    clearTimeout(slow)
    const took = Date.now() - began
    if (took > QUIET_MS) console.error(`${label}: ${(took / 1_000).toFixed(0)} s`)
  }
}
