/**
 * Accepts photos that are dropped anywhere on the page or pasted, unless a dialog is open. While files are dragged over the page, `stage` has a
 * dashed outline. Returns a function that removes the listeners.
 */
export function enablePhotoDrop(stage: HTMLElement | null, onFiles: (files: readonly File[]) => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const mark = (dropping: boolean) => {
    if (stage) stage.style.outline = dropping ? '3px dashed var(--rose)' : ''
  }
  const onDrag = (event: DragEvent) => {
    if (!hasFiles(event) || isDialogOpen()) return
    event.preventDefault() // allows the drop, which would otherwise open the file in place of the page
    mark(true)
  }
  document.addEventListener('dragenter', onDrag, { signal })
  document.addEventListener('dragover', onDrag, { signal })
  document.addEventListener('dragleave', (event) => event.relatedTarget === null && mark(false), { signal })
  document.addEventListener(
    'drop',
    (event) => {
      mark(false)
      if (!hasFiles(event) || isDialogOpen()) return
      event.preventDefault()
      onFiles([...(event.dataTransfer?.files ?? [])])
    },
    { signal },
  )
  document.addEventListener(
    'paste',
    (event) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length > 0 && !isDialogOpen()) onFiles(files)
    },
    { signal },
  )
  return () => ended.abort()
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}
