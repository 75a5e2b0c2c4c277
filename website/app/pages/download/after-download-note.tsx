import type { InstallerPlatform } from '@site/releases/release'
import { useEffect, useRef } from 'react'
import type { DownloadFile } from '../../backend/release.ts'
import {
  type FirstRunHelp,
  firstRunHelpReviewedOn,
  macFirstRunHelp,
  windowsFirstRunHelp,
} from '../../content/first-run-help.ts'
import { prefersReducedMotion } from '../../frame/scroll.ts'
import { formatReleaseDate } from './release-date.ts'

/**
 * The help that is shown after a download button was pressed: a direct link to the file, what the operating system shows at the first start
 * and the steps past it, and the checksum. Scrolls its own beginning into view.
 */
export function AfterDownloadNote({ platform, file }: { platform: InstallerPlatform; file: DownloadFile }) {
  const help = platform === 'windows-x64' ? windowsFirstRunHelp : macFirstRunHelp
  const beginning = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const behavior = prefersReducedMotion() ? 'instant' : 'smooth'
    beginning.current?.scrollIntoView({ block: 'nearest', behavior })
  }, [platform])
  return (
    <div className="mt-6 rounded-card bg-sage-ground p-5">
      <p ref={beginning} className="scroll-mb-40 font-semibold">
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
        If your computer says something else, don’t open the file.{' '}
        <a href="#check-file" className="text-link">
          Check it first
        </a>
        .
      </p>
      {file.sha256 && (
        <details className="mt-4">
          <summary className="cursor-pointer py-2 font-medium">SHA-256 checksum of the file</summary>
          <code className="text-sm break-all">{file.sha256}</code>
        </details>
      )}
      <p className="mt-3 text-sm text-muted">
        Compared with Apple’s and Microsoft’s instructions on {formatReleaseDate(firstRunHelpReviewedOn)}. Your version
        may word it differently.
      </p>
    </div>
  )
}

function Steps({ help: { system, shows, steps } }: { help: FirstRunHelp }) {
  return (
    <div>
      <h4 className="font-medium">{system}</h4>
      <p className="mt-1 text-muted">You may see: {shows}</p>
      <ol className="mt-1 list-decimal space-y-1 ps-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  )
}
