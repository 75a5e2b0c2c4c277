import { Button } from '@site/ui/button.tsx'
import { formatFileSize } from '../file-size.ts'
import { formatReleaseDate } from '../release-date.ts'
import type { FileCheck } from './use-file-check.ts'
import type { KnownRelease } from './verdict.ts'
import { type AnswerWords, describeAnswer } from './words.ts'

type CheckSheetProps = {
  check: FileCheck
  current: KnownRelease | null
  onCancel: () => void
}

/** The sheet of paper that says what is known about the picked file, with a stamp. Nothing before a file was picked. */
export function CheckSheet({ check, current, onCancel }: CheckSheetProps) {
  if (check.step === 'idle') return null
  const words = check.step === 'checked' ? describeAnswer(check.answer, current) : null
  return (
    <div className="check-sheet" data-tone={words?.tone}>
      <p className="check-file-name">
        <span>{check.file.name}</span> <span>{formatFileSize(check.file.size)}</span>
      </p>
      {(check.step === 'reading' || check.step === 'waiting') && <Progress check={check} onCancel={onCancel} />}
      <div role="status">
        {check.step === 'reading' && <p className="sr-only">Checking the file</p>}
        {words && <AnswerNote words={words} />}
      </div>
      {check.step === 'checked' && <Facts check={check} />}
    </div>
  )
}

function AnswerNote({ words: { stamp, text, next, writeTo } }: { words: AnswerWords }) {
  return (
    <div className="check-answer">
      <p className="check-stamp">{stamp}</p>
      <p className="check-text">{text}</p>
      <p className="check-next">
        {next}
        {writeTo && (
          <>
            {' '}
            <a href={`mailto:${writeTo}`} className="text-link">
              {writeTo}
            </a>
            .
          </>
        )}
      </p>
    </div>
  )
}

type Reading = Extract<FileCheck, { step: 'reading' | 'waiting' }>

function Progress({ check, onCancel }: { check: Reading; onCancel: () => void }) {
  const size = Math.max(1, check.file.size)
  const { bytes, bytesPerSecond } = check.step === 'reading' ? check : { bytes: 0, bytesPerSecond: 0 }
  return (
    <div className="check-progress">
      <progress value={bytes / size} aria-label="Share of the file that was read" />
      <p>
        {check.step === 'waiting'
          ? 'Getting the list of our files …'
          : `${Math.floor((bytes / size) * 100)} % read${bytes > 0 ? `, ${formatFileSize(Math.round(bytesPerSecond))} a second` : ''}`}
      </p>
      <Button variant="outline" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

/** The facts about a file with a valid signature. */
function Facts({ check: { answer } }: { check: Extract<FileCheck, { step: 'checked' }> }) {
  if (!('release' in answer)) return null
  const { release, file } = answer
  return (
    <dl className="check-facts text-sm">
      <div>
        <dt>Our name for it</dt>
        <dd>{file.name}</dd>
      </div>
      <div>
        <dt>Released</dt>
        <dd>{formatReleaseDate(release.manifest.releaseDate)}</dd>
      </div>
      {release.keyId !== null && (
        <div>
          <dt>Signed by</dt>
          <dd>{`key ${release.keyId}`}</dd>
        </div>
      )}
    </dl>
  )
}
