import { TextField } from '@site/ui/field.tsx'
import { useState } from 'react'
import { formatSize } from '../../../../src/view/text.ts'
import { SmallButton } from '../../../parts/dialog-button.tsx'
import { PickButton } from '../../../parts/pick-button.tsx'
import { SelectField } from '../../../parts/select-field.tsx'
import { toError } from '../../../server-calls/run.ts'
import { BLOCKMAP_ENDING, listPossibleSlots, SLOTS, type Slot, type SlotOption } from './slots.ts'
import type { ChosenFile, ReleaseFiles } from './use-release-files.ts'

/** The slots for the files of a release: installers, update archives, and files for which the operator must choose the slot. */
export function FileSlots({ files }: { files: ReleaseFiles }) {
  const { chosen, unplaced } = files
  const hasUpdates = SLOTS.some(({ option, isRequired }) => !isRequired && chosen[option] !== undefined)
  const rows = (isRequired: boolean) =>
    SLOTS.filter((slot) => slot.isRequired === isRequired).map((slot) => (
      <FileSlot key={slot.option} slot={slot} file={chosen[slot.option]} files={files} />
    ))
  return (
    <div className="grid gap-4">
      {unplaced.map((file, index) => (
        <UnplacedFile key={`${file.name}-${index}`} file={file} files={files} />
      ))}
      <ul className="grid gap-3">{rows(true)}</ul>
      <details open={hasUpdates || undefined}>
        <summary className="min-h-11 content-center font-medium">Archives for electron-updater</summary>
        <p className="pb-3 text-sm text-muted">
          Not needed for the download page. Drop the {BLOCKMAP_ENDING} file together with its file.
        </p>
        <ul className="grid gap-3">{rows(false)}</ul>
      </details>
      <details>
        <summary className="min-h-11 content-center font-medium">Name a file by its path</summary>
        <PathForm files={files} />
      </details>
    </div>
  )
}

function FileSlot({ slot, file, files }: { slot: Slot; file: ChosenFile | undefined; files: ReleaseFiles }) {
  const { option, name, ending } = slot
  return (
    <li className="grid gap-2 rounded-card border border-line px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="font-sans text-base font-semibold tracking-normal">{name}</h3>
          <p className="text-sm text-muted wrap-anywhere">{file === undefined ? ending : describe(file)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <PickButton
            what={name}
            hasFile={file !== undefined}
            accept={ending}
            onPick={(picked) => files.place(option, picked)}
          />
          {file !== undefined && (
            <SmallButton aria-label={`Remove ${name}`} onClick={() => files.remove(option)}>
              Remove
            </SmallButton>
          )}
        </div>
      </div>
      {file?.error != null && (
        <p role="alert" className="font-medium text-danger">
          {file.error}
        </p>
      )}
      {file !== undefined && file.id === null && file.error === null && (
        <progress aria-label={`Reading ${file.name}`} value={file.read} max={file.size || 1} />
      )}
    </li>
  )
}

function describe({ name, size, read, id, blockmap }: ChosenFile): string {
  if (id === null) return `${name}, ${formatSize(read)} of ${formatSize(size)} read`
  return `${name}, ${formatSize(size)}${blockmap ? ', with its block map' : ''}`
}

/** Asks for the slot of a file when its name does not determine the slot. */
function UnplacedFile({ file, files }: { file: File; files: ReleaseFiles }) {
  const possible = listPossibleSlots(file.name)
  return (
    <div role="alert" className="grid gap-3 rounded-card bg-amber-ground px-4 py-3">
      <p className="font-medium text-amber wrap-anywhere">
        {possible.length === 0
          ? `${file.name} is not a file of a release.`
          : `What is ${file.name}? Its name doesn’t say.`}
      </p>
      <div className="flex flex-wrap gap-2">
        {possible.map(({ option, name }) => (
          <SmallButton key={option} onClick={() => files.place(option, file)}>
            {name}
          </SmallButton>
        ))}
        <SmallButton onClick={() => files.ignore(file)}>Leave it out</SmallButton>
      </div>
    </div>
  )
}

/** The fields that name a file by its path. The console then reads the file in place instead of receiving a copy. */
function PathForm({ files }: { files: ReleaseFiles }) {
  const [option, setOption] = useState<SlotOption>('windows')
  const [path, setPath] = useState('')
  const [error, setError] = useState<string | null>(null)

  async function take(): Promise<void> {
    setError(null)
    try {
      await files.takePath(option, path.trim())
      setPath('')
    } catch (failure) {
      setError(toError(failure).message)
    }
  }

  return (
    <div className="grid gap-3 pt-2">
      <SelectField
        label="What it is"
        choices={SLOTS.map((slot) => [slot.option, slot.name] as const)}
        chosen={option}
        onChoose={setOption}
      />
      <TextField
        label="Path on this computer"
        name="path"
        spellCheck={false}
        autoComplete="off"
        value={path}
        error={error}
        hint="Such as ~/app/dist/Setup.exe. The file is read where it is."
        onValueChange={setPath}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault() // it would submit the form around this field
          void take()
        }}
      />
      <SmallButton className="justify-self-start" onClick={() => void take()}>
        Use this file
      </SmallButton>
    </div>
  )
}
