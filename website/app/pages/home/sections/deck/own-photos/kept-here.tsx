// Inline, to keep it out of the first load.
const LARGE = { fontSize: 'clamp(1.5rem, 3.2vw, 2.75rem)', lineHeight: 1.15 } as const

/** Replaces the number of places while own photos are on the deck, if the number was not loaded before. */
export function KeptHere() {
  return (
    <p className="heading text-balance" style={LARGE}>
      Yours stay here. So does the offer.
    </p>
  )
}
