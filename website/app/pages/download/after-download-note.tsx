import type { InstallerPlatform } from '@site/releases/release'
import { useEffect, useRef } from 'react'
import type { DownloadFile } from '../../backend/release.ts'
import { type FirstRunHelp, macFirstRunHelp, windowsFirstRunHelp } from '../../content/first-run-help.ts'
import { prefersReducedMotion } from '../../frame/scroll.ts'
import { placeInNote } from './check-file/check-place.ts'

type NoteProps = { platform: InstallerPlatform; file: DownloadFile }

/**
 * The help that is shown after a download button was pressed: a direct link to the file, what the operating system shows at the first start
 * and the steps past it, the check of the file, and its checksum. Nothing before. Scrolls its own beginning into view.
 */
export function AfterDownloadNote({ started }: { started: NoteProps | null }) {
  return (
    <div className={started ? 'mt-6 rounded-sheet bg-sage-ground p-5 sm:p-8' : ''}>
      <div role="status">{started && <NextSteps {...started} />}</div>
      {started && (
        <>
          <OfferedCheck />
          {started.file.sha256 && (
            <details className="mt-2">
              <summary className="min-h-11 cursor-pointer py-2">SHA-256 checksum of the file</summary>
              <code className="text-sm break-all">{started.file.sha256}</code>
            </details>
          )}
        </>
      )}
    </div>
  )
}

function NextSteps({ platform, file }: NoteProps) {
  const help = platform === 'windows-x64' ? windowsFirstRunHelp : macFirstRunHelp
  const beginning = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const behavior = prefersReducedMotion() ? 'instant' : 'smooth'
    beginning.current?.scrollIntoView({ block: 'nearest', behavior })
  }, [platform])
  return (
    <>
      <p ref={beginning} className="scroll-mb-40 text-lg font-semibold">
        Your download should have started.{' '}
        <a href={file.href} className="text-link" download>
          Direct link
        </a>
      </p>
      <h3 className="mt-4">What to do next</h3>
      <div className="mt-2 grid gap-6 md:auto-cols-fr md:grid-flow-col">
        {help.map((each) => (
          <Steps key={each.system} help={each} />
        ))}
      </div>
      <p className="mt-4">
        Your version may word it differently. If it says something else altogether, don’t open the file yet.
      </p>
    </>
  )
}

/** The line that opens the check of the file. The section "Check your file" (check-file.tsx) puts the check into its empty element. */
function OfferedCheck() {
  const details = useRef<HTMLDetailsElement>(null)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const close = placeInNote.subscribe(() => {
      if (!placeInNote.get() && details.current) details.current.open = false
    })
    return () => {
      close()
      placeInNote.set(null)
    }
  }, [])
  return (
    <details
      ref={details}
      className="mt-2 on-guest:hidden"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) placeInNote.set(place.current)
        else if (placeInNote.get()) placeInNote.set(null)
      }}
    >
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2">
        Want to be sure it’s really ours? <span className="text-link font-semibold">Check the file</span>
      </summary>
      <div ref={place} />
    </details>
  )
}

function Steps({ help: { system, shows, steps } }: { help: FirstRunHelp }) {
  return (
    <div>
      <h4 className="font-semibold">{system}</h4>
      <p className="mt-1 text-muted">You may see: {shows}</p>
      <ol className="mt-1 grid list-decimal gap-1 ps-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  )
}
