import { Button } from '@site/ui/button.tsx'
import { useIsNear } from '@site/ui/use-is-near.ts'
import { useIsPageIdle } from '@site/ui/use-is-page-idle.ts'
import { type ChangeEvent, type ComponentType, useEffect, useRef, useState } from 'react'
import { downloadsUrl } from '../../backend/addresses.ts'
import type { CheckPanelProps } from './check-file/check-panel.tsx'
import type { ComputerKind } from './platform.ts'
import type { VerifiedRelease } from './use-opened-release.ts'

/** Distance from the viewport, in pixels, at which the code is loaded also while the page is busy. */
const LOADED_WITHIN_PX = 400

type CheckFileProps = { release: VerifiedRelease; computer: ComputerKind | null }

/**
 * The section that checks a downloaded installer against the signed release. The file is read in the page, and nothing of it is sent. The
 * document contains only heading, button and the commands for visitors without script.
 */
export function CheckFile({ release, computer }: CheckFileProps) {
  const section = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const near = useIsNear(section, LOADED_WITHIN_PX)
  const idle = useIsPageIdle() // loads the code in any case, so that a visitor who is offline later can check a file
  const [Panel, setPanel] = useState<ComponentType<CheckPanelProps> | null>(null)
  const [failed, setFailed] = useState(false)
  const [picked, setPicked] = useState<File | null>(null)
  useEffect(() => {
    if (!near && !idle && picked === null) return
    loadPanel().then(
      ({ CheckPanel }) => setPanel(() => CheckPanel),
      (error: unknown) => {
        console.error('[download] the check of files could not be loaded:', error)
        setFailed(true)
      },
    )
  }, [near, idle, picked])
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    // A picked file stays readable; without the reset, picking the same file again would be no change.
    if (file) {
      setFailed(false) // so that the note about a failure is about the attempt for this file
      setPicked(file)
    }
    currentTarget.value = ''
  }
  return (
    <section id="check-file" aria-labelledby="check" ref={section} className="rounded-sheet bg-table p-5 sm:p-8">
      <h2 id="check" className="text-heading">
        Check your file
      </h2>
      <p className="mt-2 text-muted">See if it’s really ours. The file never leaves your computer.</p>
      <noscript>
        <p className="mt-3">
          Run <code>certutil -hashfile FILE SHA256</code> or <code>shasum -a 256 FILE</code> and compare with{' '}
          <a href={`${downloadsUrl}version.json`}>version.json</a>.
        </p>
      </noscript>
      <Button className="mt-3 noscript:hidden" variant="outline" onClick={() => input.current?.click()}>
        Choose the file
      </Button>
      <input ref={input} type="file" hidden onChange={pick} />
      {/* Reserves the height of the panel, which is loaded later. */}
      <div className="min-h-[32rem] md:min-h-[26rem] lg:min-h-[22rem] noscript:hidden">
        {Panel && <Panel release={release} computer={computer} picked={picked} onPick={setPicked} section={section} />}
        {!Panel && failed && picked && <NotLoaded fileName={picked.name} />}
      </div>
    </section>
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
