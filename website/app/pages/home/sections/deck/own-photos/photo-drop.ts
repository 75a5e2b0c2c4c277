import { enableFileDrop } from '@site/ui/file-drop.ts'
import { takeEarlyPhotos } from '../../../../../frame/early-photos.ts'
import { prefersReducedMotion } from '../../../../../frame/scroll.ts'

/** The white border of a print around the window, above everything. Inline, to keep it out of the first load. */
const FRAME = {
  position: 'fixed',
  inset: '0',
  zIndex: '60',
  display: 'flex',
  border: 'solid var(--print)',
  borderWidth: '1rem 1rem 4.5rem',
  boxShadow: 'inset 0 0 1.5rem rgb(var(--shadow) / 0.35)',
  pointerEvents: 'none',
}
const WORDS = {
  position: 'absolute',
  insetBlockStart: '100%',
  insetInline: '0',
  color: 'var(--aubergine)',
  fontSize: 'clamp(1.25rem, 2vw, 1.75rem)',
  fontWeight: '600',
  lineHeight: '4.5rem',
  textAlign: 'center',
}

/**
 * Accepts photos that are dropped anywhere on the page or pasted. While they are over it, the window is framed like a print, and `onDrag` is
 * called repeatedly. Removes what the inline script has recorded of a paste, because its listener runs first. Returns a function that ends this.
 */
export function acceptDroppedPhotos(onFiles: (files: readonly File[]) => void, onDrag = () => {}): () => void {
  const frame = createFrame()
  const showFrame = (over: boolean) => {
    if (over === frame.isConnected) return
    if (!over) return frame.remove()
    document.body.append(frame)
    if (!prefersReducedMotion()) frame.animate([{ opacity: 0, transform: 'scale(1.03)' }, {}], 180)
  }
  return enableFileDrop(null, {
    onFiles(files) {
      takeEarlyPhotos()
      onFiles(files)
    },
    onOver(over) {
      showFrame(over)
      if (over) onDrag()
    },
  })
}

function createFrame(): HTMLElement {
  const [frame, words] = [document.createElement('div'), document.createElement('p')]
  frame.setAttribute('aria-hidden', 'true')
  Object.assign(frame.style, FRAME)
  Object.assign(words.style, WORDS)
  words.className = 'font-display'
  words.textContent = 'Drop them on the table.'
  frame.append(words)
  return frame
}
