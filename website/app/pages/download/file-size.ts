const units = ['kB', 'MB', 'GB'] as const

/** Formats a file size: '86 MB', '1.2 GB'. Uses decimal units (1 MB is 1,000,000 bytes), as macOS does. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length)
  const value = bytes / 1000 ** power
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[power - 1]}`
}
