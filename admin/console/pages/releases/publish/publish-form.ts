import type { CallFields } from '../../../server-calls/run.ts'
import type { SlotOption } from './slots.ts'
import type { ChosenFile } from './use-release-files.ts'

/** The values of the form about a release, without its files. `passphrase` is kept only in the memory of the page. */
export type PublishForm = {
  version: string
  channel: 'stable' | 'beta'
  /** The share of the devices in percent. It needs a key, because updaters get only signed releases. */
  staged: string
  notes: string
  minWindows: string
  minMacos: string
  keyFile: string
  passphrase: string
  allow32Bit: boolean
  allowOtherVersion: boolean
}

export const EMPTY_FORM: PublishForm = {
  version: '',
  channel: 'stable',
  staged: '100',
  notes: '',
  minWindows: '',
  minMacos: '',
  keyFile: '',
  passphrase: '',
  allow32Bit: false,
  allowOtherVersion: false,
}

/** Returns the options of `release publish`. Leaves out empty ones, so that the command's defaults and error messages apply. */
export function toPublishFields(
  form: PublishForm,
  chosen: Partial<Record<SlotOption, ChosenFile>>,
  keyId: string | null,
): CallFields {
  const texts = {
    version: form.version,
    notes: form.notes,
    staged: form.staged.trim() === '100' ? '' : form.staged,
    'min-windows': form.minWindows,
    'min-macos': form.minMacos,
    key: keyId ?? '',
    ...Object.fromEntries(Object.entries(chosen).map(([option, { id }]) => [option, id ?? ''])),
  }
  const given = Object.entries(texts)
    .map(([name, text]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '')
  return {
    ...Object.fromEntries(given),
    channel: form.channel,
    'allow-32-bit-installer': form.allow32Bit,
    'allow-other-version': form.allowOtherVersion,
  }
}
