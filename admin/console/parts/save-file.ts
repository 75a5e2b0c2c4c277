/** Saves a file through the browser's own download. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read the URL by then; revoked at once, some browsers save nothing.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
