/** Lets the browser save a file that the page has made. The file is not sent anywhere. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // The download has its own reference to the blob once it has begun, which Safari does in a later task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
