import { formatCalendarDay, formatTimeOfDay } from '@site/ui/calendar-text.ts'
import { brand } from '../../../../../brand.ts'
import { PHOTOS } from '../pace.ts'

/** A line of the receipt with an amount at its end. */
export type ReceiptLine = readonly [term: string, amount: string]

/** One request as the receipt names it. */
export type RequestLine = { address: string; size: string }

/** What the browser measured: the photos sorted, the pace (null before there is one), and the requests since the first photo. */
export type ReceiptFacts = {
  kept: number
  letGo: number
  /** The mean time of a decision in milliseconds. */
  pace: number | null
  requests: readonly RequestLine[]
  at: Date
}

/** The text of a receipt, for the page and for the picture. */
export type ReceiptText = {
  head: string
  /** The groups of lines, which rules divide. */
  groups: readonly (readonly ReceiptLine[])[]
  feet: readonly string[]
}

const count = (photos: number) => photos.toLocaleString('en')

/** Returns the text of a receipt. */
export function writeReceipt({ kept, letGo, pace, requests, at }: ReceiptFacts): ReceiptText {
  const sorted: ReceiptLine[] = [
    ['Photos sorted', count(kept + letGo)],
    ['Kept', count(kept)],
    ['Let go', count(letGo)],
  ]
  if (pace !== null) sorted.push(['Your pace', `${Math.max(0.1, pace / 1000).toFixed(1)} s each`])
  return {
    head: `${brand.name} · ${formatCalendarDay(at, 'of the visitor')}, ${formatTimeOfDay(at)}`,
    groups: [
      sorted,
      [
        ['Requests sent', count(requests.length)],
        // The browser does not say how many bytes a request sent.
        ['Bytes sent', requests.length === 0 ? '0' : 'not recorded'],
      ],
      [['TOTAL', '$0.00']],
    ],
    feet: [
      'Now turn off your Wi-Fi and do it again.',
      `Thank you. Come back with the other ${count(PHOTOS - kept - letGo)}.`,
    ],
  }
}

/** Returns what a visitor shares with the picture of the receipt, such as "I sorted 8 photos and sent 0 bytes." */
export function formatShareText({ kept, letGo, requests }: Pick<ReceiptFacts, 'kept' | 'letGo' | 'requests'>): string {
  const sent = requests.length === 0 ? '0 bytes' : counted(requests.length, 'request')
  return `I sorted ${counted(kept + letGo, 'photo')} and sent ${sent}.`
}

function counted(number: number, unit: string): string {
  return `${count(number)} ${unit}${number === 1 ? '' : 's'}`
}
