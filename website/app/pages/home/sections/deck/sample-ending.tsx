/** Shown above the kept sample prints once all are sorted. */
export function SampleEnding() {
  return (
    <p className="deck-end">
      <span className="font-display text-2xl font-semibold">That is all there is to it.</span>
      <a href="/download" className="text-link py-1">
        Now yours: on to the download
      </a>
    </p>
  )
}
