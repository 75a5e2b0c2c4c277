import { brand } from '../../../../brand.ts'
import { GetStartedButton } from '../../../../frame/signup-button.tsx'

/** Keeps the button above the fanned prints on a narrow screen. Inline, to keep it out of the first load. */
const CLOSE_ROWS = { gap: '0.5rem', justifyItems: 'center' } as const

/** Shown above the kept sample prints once all are sorted. */
export function SampleEnding() {
  return (
    <div className="deck-end" style={CLOSE_ROWS}>
      <p className="font-display text-3xl font-semibold">That’s all there is to it.</p>
      <GetStartedButton>Download {brand.name}</GetStartedButton>
    </div>
  )
}
