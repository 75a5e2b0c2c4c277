import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { brand } from '../../../../../brand.ts'
import { prefersReducedMotion } from '../../../../../frame/scroll.ts'
import type { RequestLine } from './list-requests.ts'
import type { PrintedReceipt } from './use-printed-receipt.ts'

// Styles are inline, to keep them out of the first load, and the font is the system's, so that no glyph is fetched.

const PLACE = {
  position: 'absolute',
  insetInline: 0,
  insetBlockStart: '-0.75rem', // covers the sentence of the ending
  zIndex: 50,
  outlineOffset: '0.5rem',
  scrollMarginBlock: '5rem 1rem',
} as const
const SLOT = {
  width: 'min(100%, 26rem)',
  height: '0.5rem',
  marginInline: 'auto',
  borderRadius: 'var(--radius-round)',
  background: 'var(--film)',
} as const
/** Hides the paper above the slot, and leaves its shadow on the other sides. */
const BELOW_SLOT = { clipPath: 'inset(0 -2rem -3rem)', marginBlockStart: '-0.25rem' } as const
const PAPER = {
  width: 'min(92%, 23rem)',
  marginInline: 'auto',
  padding: '1.5rem 1.25rem 1rem',
  borderRadius: '0 0 var(--radius-paper) var(--radius-paper)',
  background: 'var(--print)',
  boxShadow: 'var(--print-shadow)',
  color: 'var(--aubergine)',
  font: '0.8125rem/1.45 ui-monospace, monospace',
  textAlign: 'start',
  textWrap: 'wrap',
} as const
const CENTRED = { textAlign: 'center' } as const
const RULE = { marginBlock: '0.75rem', border: 0, borderBlockStart: '1px dashed currentColor' } as const
const LINE = { display: 'flex', justifyContent: 'space-between', gap: '1rem' } as const
const AMOUNT = { fontWeight: 700, whiteSpace: 'nowrap' } as const
const ADDRESS = { overflowWrap: 'anywhere' } as const
const NOTE = { marginBlockStart: '0.5rem' } as const
const PUT_AWAY = { color: 'inherit', marginInline: 'auto', display: 'block' } as const

type ReceiptProps = PrintedReceipt & { onPutAway: () => void }

/** A till receipt about the photos that were sorted: the requests since the first one, as the browser recorded them. It lies over the deck. */
export function Receipt({ looked, requests, onPutAway }: ReceiptProps) {
  const heading = useId()
  const place = useRef<HTMLElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
    printPaper(paper.current)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onPutAway()
  }
  return (
    <section ref={place} style={PLACE} aria-labelledby={heading} tabIndex={-1} onKeyDown={onKeyDown}>
      <div style={SLOT} />
      <div style={BELOW_SLOT}>
        <div ref={paper} style={PAPER}>
          <h2 id={heading} className="font-display text-heading font-semibold" style={CENTRED}>
            Receipt
          </h2>
          <p style={CENTRED}>{brand.name}, your photos, this page</p>
          <hr style={RULE} />
          <dl>
            <Line term="Photos looked at" amount={looked} />
            <Line term="Requests since the first" amount={requests.length} />
            <Line term="Bytes sent" amount={requests.length === 0 ? 0 : 'not recorded'} />
          </dl>
          <hr style={RULE} />
          {requests.length > 0 && <Requests requests={requests} />}
          <p>
            As your browser recorded it: it lists each file and call of this page once it’s done, and the page’s own
            policy lets it call only this site and the site’s database.
          </p>
          <p style={NOTE}>
            It doesn’t list live connections, but the site closed its own before it opened your first photo. Not
            counted: blob: and data: addresses, which never leave this device.
          </p>
          <hr style={RULE} />
          <p style={{ ...CENTRED, fontWeight: 700 }}>Turn off your Wi-Fi: it still works.</p>
          <button type="button" className="text-link min-h-11" style={PUT_AWAY} onClick={onPutAway}>
            Put the receipt away
          </button>
        </div>
      </div>
    </section>
  )
}

function Line({ term, amount }: { term: string; amount: number | string }) {
  return (
    <div style={LINE}>
      <dt>{term}</dt>
      <dd style={AMOUNT}>{amount}</dd>
    </div>
  )
}

function Requests({ requests }: { requests: readonly RequestLine[] }) {
  return (
    <>
      <ul aria-label="Requests">
        {requests.map(({ address, size }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of a printed receipt does not change
          <li key={index} style={LINE}>
            <span style={ADDRESS}>{address}</span>
            <span style={AMOUNT}>{size}</span>
          </li>
        ))}
      </ul>
      <p style={NOTE}>The browser doesn’t say how many bytes a request sent.</p>
      <hr style={RULE} />
    </>
  )
}

/** Moves the paper out of the slot in the jerks of a till's printer. */
function printPaper(paper: HTMLElement | null) {
  if (prefersReducedMotion()) return
  paper?.animate([{ transform: 'translateY(-100%)' }, { transform: 'none' }], { duration: 900, easing: 'steps(18)' })
}
