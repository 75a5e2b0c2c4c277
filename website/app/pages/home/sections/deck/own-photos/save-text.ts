/** Lets the browser save a text as a file. The text is not sent anywhere. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has its own reference to the blob once it has begun, which Safari does in a later task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
