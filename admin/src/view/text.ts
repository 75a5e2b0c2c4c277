import { formatDateTime } from '@site/contract/date-time'

const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const

/** Formats a number of bytes: 812 bytes, 1.4 MB. */
export function formatSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power]}`
}

/** Formats a time in the local time zone, to the minute: `Mar 5, 2026, 2:07 PM UTC`. Returns a dash for null or an invalid time. */
export function formatLocalDateTime(moment: string | null | undefined): string {
  return moment == null || Number.isNaN(Date.parse(moment)) ? '–' : formatDateTime(moment)
}

/** Formats an amount with its currency. What only a browser reported has none. */
export function formatAmount(amount: number | string, currency: string | null | undefined): string {
  return `${amount} ${currency ?? '(no currency)'}`
}

/** Formats a count with its noun in the singular or plural: `1 mail`, `3 mails`. */
export function pluralise(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}

/**
 * Sanitises untrusted text for a terminal: replaces control characters and bidirectional overrides by a box (escape sequence injection).
 * Keeps line breaks and tabs when `lines` is true, else collapses white space.
 */
export function sanitiseForTerminal(text: string, lines = false): string {
  const kept = lines ? text.replaceAll('\r\n', '\n') : text.replace(/\s+/gu, ' ')
  return kept.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu, (character) =>
    lines && (character === '\n' || character === '\t') ? character : '□',
  )
}

/**
 * Formats a value as JSON, in which characters are escaped that JSON allows and a terminal obeys or reorders: C1 control characters (U+009B
 * begins an escape sequence) and bidirectional overrides.
 */
export function formatJson(value: unknown, indent?: number): string {
  return (JSON.stringify(value, null, indent) ?? 'null').replace(
    /[\u007f-\u009f\p{Bidi_Control}\u2028\u2029\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const ADDRESS = /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/gu

/** Replaces each email address in a text by the text that `mask` returns for it. */
export function replaceAddresses(text: string, mask: (address: string) => string): string {
  return text.replace(ADDRESS, mask)
}

/** Masks an email address such as `a***@e…`: enough to recognise a known address, too little to learn an unknown one. */
export function maskAddressPartly(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.charAt(0)}***@${address.charAt(at + 1)}…`
}
