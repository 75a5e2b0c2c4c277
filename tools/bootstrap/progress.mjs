const QUIET_MS = 1_000

/** Runs an operation. Prints the operation's label when it takes longer than a second, and then its duration when it ends. */
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
