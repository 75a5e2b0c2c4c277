import { type ChangeEvent, type ComponentType, useEffect, useRef, useState } from 'react'
import { downloadsUrl } from '../../backend/addresses.ts'
import { Button } from '../../ui/button.tsx'
import { useIsNear } from '../../ui/use-is-near.ts'
import type { CheckPanelProps } from './check-file/check-panel.tsx'
import type { ComputerKind } from './platform.ts'
import type { VerifiedRelease } from './use-opened-release.ts'

/** Distance from the viewport, in pixels, at which the code is loaded, so that it is there before a file is picked. */
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
  const [Panel, setPanel] = useState<ComponentType<CheckPanelProps> | null>(null)
  const [picked, setPicked] = useState<File | null>(null)
  useEffect(() => {
    if (!near && picked === null) return
    import('./check-file/check-panel.tsx').then(
      ({ CheckPanel }) => setPanel(() => CheckPanel),
      (error: unknown) => console.error('[download] the check of files could not be loaded:', error),
    )
  }, [near, picked])
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    // A picked file stays readable; without the reset, picking the same file again would be no change.
    if (file) setPicked(file)
    currentTarget.value = ''
  }
  return (
    <section id="check-file" aria-labelledby="check" ref={section} className="rounded-sheet bg-table p-5 sm:p-8">
      <h2 id="check" className="text-heading">
        Check your file
      </h2>
      <p className="mt-2 text-muted">See whether it’s really ours. Nothing of it leaves your computer.</p>
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
      </div>
    </section>
  )
}
