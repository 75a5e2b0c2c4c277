/** Replaces the number of places while own photos are on the deck, if the number was not loaded before. */
export function KeptHere() {
  return <p className="heading text-heading text-balance md:text-dialog">Yours stay here. So does the offer.</p>
}
