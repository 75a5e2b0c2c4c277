/** What to do with files, and while they are dragged. */
export type FileDropEvents = {
  onFiles: (files: readonly File[]) => void
  /** Called with true, repeatedly, while files are dragged over the page, and with false when they have left it or were dropped. */
  onOver?: (over: boolean) => void
}

/**
 * Accepts files that are dropped anywhere on the page or pasted, unless a dialog is open. While files are dragged over the page, `place` has a
 * dashed outline. Returns a function that removes the listeners.
 */
export function enableFileDrop(place: HTMLElement | null, { onFiles, onOver }: FileDropEvents): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const mark = (dropping: boolean) => {
    if (place) place.style.outline = dropping ? '3px dashed var(--rose)' : ''
    onOver?.(dropping)
  }
  const onDragEvent = (event: DragEvent) => {
    if (!hasFiles(event) || !event.dataTransfer) return
    event.preventDefault() // a dropped file would otherwise open in place of the page
    const accepts = !isDialogOpen()
    event.dataTransfer.dropEffect = accepts ? 'copy' : 'none'
    mark(accepts)
  }
  document.addEventListener('dragenter', onDragEvent, { signal })
  document.addEventListener('dragover', onDragEvent, { signal })
  document.addEventListener('dragleave', (event) => event.relatedTarget === null && mark(false), { signal })
  document.addEventListener(
    'drop',
    (event) => {
      mark(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      if (!isDialogOpen()) onFiles([...(event.dataTransfer?.files ?? [])])
    },
    { signal },
  )
  // On the window, after the inline script's listener on the document, which has recorded the files too.
  addEventListener(
    'paste',
    (event) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length > 0 && !isDialogOpen()) onFiles(files)
    },
    { signal },
  )
  return () => {
    mark(false)
    ended.abort()
  }
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}
