const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const

/** A number of bytes as people say it: 812 bytes, 1.4 MB. */
export function sizeText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power]}`
}

/** A moment in the time of this machine, to the minute; a dash for none. */
export function timeText(moment: string | null | undefined): string {
  const date = new Date(moment ?? Number.NaN)
  if (Number.isNaN(date.getTime())) return '–'
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** One thing or several of it: `counted(1, 'mail')`. */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}

/**
 * What strangers wrote, made fit for a terminal: characters that would move the cursor, colour the screen or turn the
 * writing around are shown as a box. Line ends stay where `lines` says so.
 */
export function harmless(text: string, lines = false): string {
  const kept = lines ? text.replaceAll('\r\n', '\n') : text.replace(/\s+/gu, ' ')
  return kept.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu, (character) =>
    lines && (character === '\n' || character === '\t') ? character : '□',
  )
}
