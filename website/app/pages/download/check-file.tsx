import { AccordionSummary } from '@site/ui/accordion.tsx'
import { Button } from '@site/ui/button.tsx'
import { useIsPageIdle } from '@site/ui/use-is-near.ts'
import {
  type ChangeEvent,
  type ComponentType,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { downloadsUrl } from '../../backend/addresses.ts'
import type { CheckPanelProps } from './check-file/check-panel.tsx'
import { placeInNote, verifiedRelease } from './check-file/check-place.ts'
import { isGuest } from './platform.ts'
import { useDetectedComputer } from './use-detected-computer.ts'

/**
 * The section that checks a downloaded installer against the signed release, closed until it is asked for. While the check is open in the note
 * after a download, it is there and not here. The file is read in the page, and nothing of it is sent. Not shown on devices that cannot run
 * the app.
 */
export function CheckFile() {
  const details = useRef<HTMLDetailsElement>(null)
  const note = useSyncExternalStore(placeInNote.subscribe, placeInNote.get, () => null)
  useEffect(() => {
    if (note && details.current) details.current.open = false
  }, [note])
  const open = useCallback(() => {
    if (details.current && !placeInNote.get()) details.current.open = true
  }, [])
  useOpenByLink(open)
  const check = <FileCheck onDrop={open} />
  return (
    <section
      id="check-file"
      aria-labelledby="check"
      className="container-page -mt-10 pb-20 on-guest:hidden md:-mt-16 md:pb-28"
    >
      <details
        ref={details}
        className="accordion-item group"
        onToggle={({ currentTarget }) => currentTarget.open && placeInNote.set(null)}
      >
        <AccordionSummary>
          <h2 id="check" className="text-heading">
            Check your file
          </h2>
        </AccordionSummary>
        {note === null && check}
      </details>
      {note !== null && createPortal(check, note)}
    </section>
  )
}

/** React hook that opens the section when the page's URL or a pressed link names it. */
function useOpenByLink(open: () => void) {
  useEffect(() => {
    if (location.hash === '#check-file') open()
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || !target.closest('a[href="#check-file"]')) return
      placeInNote.set(null)
      open()
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [open])
}

/**
 * The button that picks a file, and the answer. `onDrop` is called for a file that was dropped anywhere on the page. The document contains
 * only the button and the commands for visitors without script.
 */
function FileCheck({ onDrop }: { onDrop: () => void }) {
  const release = useSyncExternalStore(verifiedRelease.subscribe, verifiedRelease.get, () => null)
  const computer = useDetectedComputer()
  const place = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const idle = useIsPageIdle() // loads the code in any case, so that a visitor who is offline later can check a file
  const [Panel, setPanel] = useState<ComponentType<CheckPanelProps> | null>(null)
  const [failed, setFailed] = useState(false)
  const [picked, setPicked] = useState<File | null>(null)
  const isWanted = computer !== null && !isGuest(computer) && (idle || picked !== null)
  useEffect(() => {
    if (!isWanted) return
    loadPanel().then(
      ({ CheckPanel }) => setPanel(() => CheckPanel),
      (error: unknown) => {
        console.error('[download] the check of files could not be loaded:', error)
        setFailed(true)
      },
    )
  }, [isWanted, picked])
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    // A picked file stays readable; without the reset, picking the same file again would be no change.
    if (file) {
      setFailed(false) // so that the note about a failure is about the attempt for this file
      setPicked(file)
    }
    currentTarget.value = ''
  }
  const drop = useCallback(
    (file: File) => {
      onDrop()
      setPicked(file)
      place.current?.scrollIntoView({ block: 'nearest' })
    },
    [onDrop],
  )
  return (
    <div ref={place} className="scroll-mb-40 pb-6">
      <p>We compare it with the list of ours. The file never leaves your computer.</p>
      <noscript>
        <p className="mt-3">
          Run <code>certutil -hashfile FILE SHA256</code> or <code>shasum -a 256 FILE</code> and compare with{' '}
          <a href={`${downloadsUrl}version.json`}>version.json</a>.
        </p>
      </noscript>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 noscript:hidden">
        <Button variant="outline" onClick={() => input.current?.click()}>
          Choose the file
        </Button>
        <span className="hidden text-muted pointer-fine:inline">or drop it anywhere on this page</span>
      </div>
      <input ref={input} type="file" hidden onChange={pick} />
      {Panel && <Panel release={release} computer={computer} picked={picked} onDrop={drop} place={place} />}
      {!Panel && failed && picked && <NotLoaded fileName={picked.name} />}
    </div>
  )
}

// In a function of its own, because the React Compiler skips components that contain import().
function loadPanel() {
  return import('./check-file/check-panel.tsx')
}

/** Says that the check's script is missing. Each picked file makes another attempt to load it. */
function NotLoaded({ fileName }: { fileName: string }) {
  return (
    <p role="alert" className="mt-3 font-medium">
      {fileName} wasn’t checked, because that part of the page didn’t load. Check your connection and pick the file
      again.
    </p>
  )
}
