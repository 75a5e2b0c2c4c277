/** Words in place of the number of places, if it was not read before own photos were laid out. */
export function KeptHere() {
  return <p className="heading text-heading text-balance md:text-dialog">Yours stay here. So does the offer.</p>
}
