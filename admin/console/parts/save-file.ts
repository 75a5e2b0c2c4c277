/** Saves a file as a download of the browser. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoked a minute later: some browsers save nothing when the URL is revoked before they have read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
