import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { prefersReducedMotion } from '../../../../../frame/scroll.ts'
import { ReceiptActions } from './receipt-actions.tsx'
import { drawReceipt } from './receipt-picture.ts'
import { type ReceiptFacts, type ReceiptLine, type RequestLine, writeReceipt } from './receipt-text.ts'

// Styles are inline, to keep them out of the first load, and the font is the system's, so that no glyph is fetched.

/** The receipt lies over both rows of the deck, and the deck grows with it. */
const PLACE = {
  gridArea: '1 / 1 / 3 / 2',
  alignSelf: 'start',
  minWidth: 0,
  position: 'relative',
  zIndex: 50,
  outlineOffset: '0.5rem',
  scrollMarginBlock: '5rem 1rem',
} as const
/** The lip around the slot is what shows of it on a dark ground. */
const SLOT = {
  width: 'min(100%, 26rem)',
  height: '0.75rem',
  marginInline: 'auto',
  border: '2px solid var(--edge)',
  borderRadius: 'var(--radius-round)',
  background: 'var(--film)',
} as const
/** Hides the paper above the slot, and leaves its shadow on the other sides. */
const BELOW_SLOT = { clipPath: 'inset(0 -2rem -3rem)', marginBlockStart: '-0.375rem' } as const
const PAPER = {
  width: 'min(92%, 24rem)',
  marginInline: 'auto',
  padding: '1.25rem 1.25rem 0.25rem',
  borderRadius: '0 0 var(--radius-paper) var(--radius-paper)',
  background: 'var(--print)',
  boxShadow: 'var(--print-shadow)',
  color: 'var(--aubergine)',
  font: '0.8125rem/1.45 ui-monospace, monospace',
  textAlign: 'start',
  textWrap: 'wrap',
} as const
const CENTERED = { textAlign: 'center' } as const
const TITLE = { textAlign: 'center', marginBlockEnd: '0.375rem' } as const
const RULE = { marginBlock: '0.625rem', border: 0, borderBlockStart: '1px dashed currentColor' } as const
const LINE = { display: 'flex', justifyContent: 'space-between', gap: '1rem' } as const
const REQUEST = { ...LINE, flexWrap: 'wrap', columnGap: '1rem', rowGap: 0 } as const
const AMOUNT = { marginInlineStart: 'auto', fontWeight: 700, whiteSpace: 'nowrap' } as const
const ADDRESS = { overflowWrap: 'anywhere' } as const
const NOTE = { marginBlockEnd: '0.5rem' } as const
const PRINTS = { display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: '0.375rem' } as const
const PRINT = { width: '100%', aspectRatio: '1', objectFit: 'contain' } as const
const SUMMARY = { color: 'inherit', cursor: 'pointer', textAlign: 'center', lineHeight: '2.75rem' } as const

/** Number of kept prints that the receipt can show. */
const PRINTS_MAX = 8

type ReceiptProps = {
  facts: ReceiptFacts
  /** The `blob:` URLs of the prints that were kept. */
  kept: readonly string[]
  /** The names of the photos that were kept and that were let go. */
  list: string
  onPutAway: () => void
}

/** A till receipt about the photos that were sorted, and the requests since the first one, as the browser recorded them. It lies over the deck. */
export function Receipt({ facts, kept, list, onPutAway }: ReceiptProps) {
  const heading = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const place = useRef<HTMLElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  const [withPhotos, setWithPhotos] = useState(false)
  const text = writeReceipt(facts)
  const photos = withPhotos ? kept.slice(0, PRINTS_MAX) : []
  useEffect(() => {
    showPlace(place.current)
    printPaper(paper.current)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onPutAway()
  }
  const draw = () => {
    const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name)
    const headingFont = title.current ? getComputedStyle(title.current).fontFamily : 'serif'
    return drawReceipt(text, photos, {
      table: token('--print-empty'),
      paper: token('--print'),
      ink: token('--aubergine'),
      headingFont,
    })
  }
  return (
    <section ref={place} style={PLACE} aria-labelledby={heading} tabIndex={-1} onKeyDown={onKeyDown}>
      <div style={SLOT} />
      <div style={BELOW_SLOT}>
        <div ref={paper} style={PAPER}>
          <h2 id={heading} ref={title} className="font-display text-heading font-semibold" style={TITLE}>
            Receipt
          </h2>
          <p style={CENTERED}>{text.head}</p>
          {text.groups.map((lines, index) => (
            <Lines key={lines[0]?.[0]} lines={lines}>
              {index === 1 && facts.requests.length > 0 && <Requests requests={facts.requests} />}
            </Lines>
          ))}
          <hr style={RULE} />
          {photos.length > 0 && (
            <>
              <div style={PRINTS}>
                {photos.map((url) => (
                  <img key={url} src={url} alt="" style={PRINT} />
                ))}
              </div>
              <hr style={RULE} />
            </>
          )}
          {text.feet.map((foot, index) => (
            <p key={foot} style={{ ...CENTERED, fontWeight: index === 0 ? 700 : 400 }}>
              {foot}
            </p>
          ))}
          <Proof requests={facts.requests.length} />
        </div>
      </div>
      <ReceiptActions
        facts={facts}
        draw={draw}
        list={list}
        photos={kept.length > 0 && { shown: withPhotos, onChange: setWithPhotos }}
        onPutAway={onPutAway}
      />
    </section>
  )
}

function Lines({ lines, children }: { lines: readonly ReceiptLine[]; children: ReactNode }) {
  return (
    <>
      <hr style={RULE} />
      <dl>
        {lines.map(([term, amount]) => (
          <div key={term} style={LINE}>
            <dt>{term}</dt>
            <dd style={AMOUNT}>{amount}</dd>
          </div>
        ))}
      </dl>
      {children}
    </>
  )
}

function Requests({ requests }: { requests: readonly RequestLine[] }) {
  return (
    <ul aria-label="Requests" style={{ marginBlockStart: '0.5rem' }}>
      {requests.map(({ address, size }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of a printed receipt does not change
        <li key={index} style={REQUEST}>
          <span style={ADDRESS}>{address}</span>
          <span style={AMOUNT}>{size}</span>
        </li>
      ))}
    </ul>
  )
}

/** How the receipt's numbers are known, and what the browser's list leaves out. */
function Proof({ requests }: { requests: number }) {
  return (
    <details>
      <summary style={SUMMARY}>How do you know?</summary>
      <p style={NOTE}>
        Your browser lists every file and call of this page once it’s done, and we count from your first photo on. The
        page’s own policy lets it call only this site and the site’s database.
        {requests > 0 && ' The browser doesn’t say how many bytes a request sent.'}
      </p>
      <p style={NOTE}>
        Live connections aren’t on that list, so we closed ours before opening your first photo. Not counted: blob: and
        data: addresses, which never leave this device.
      </p>
    </details>
  )
}

/** Moves the focus to the receipt and scrolls until it is in view, or its beginning, if the window is too low for it. */
function showPlace(place: HTMLElement | null) {
  if (!place) return
  place.focus({ preventScroll: true })
  place.scrollIntoView({
    block: place.offsetHeight > innerHeight ? 'start' : 'nearest',
    behavior: prefersReducedMotion() ? 'instant' : 'smooth',
  })
}

/** Moves the paper out of the slot in the jerks of a till's printer. */
function printPaper(paper: HTMLElement | null) {
  if (prefersReducedMotion()) return
  paper?.animate([{ transform: 'translateY(-100%)' }, { transform: 'none' }], { duration: 900, easing: 'steps(18)' })
}
