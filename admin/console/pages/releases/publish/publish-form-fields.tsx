import { TextField } from '@site/ui/field.tsx'
import { CheckBox } from '../../../parts/check-box.tsx'
import { Choices } from '../../../parts/choices.tsx'
import { Panel } from '../../../parts/panel.tsx'
import type { PublishForm } from './publish-form.ts'

const CHANNELS = [
  ['stable', 'Visitors (stable)'],
  ['beta', 'Testers (beta)'],
] as const

/** The file in which `release key create` writes the key. */
const DEFAULT_KEY_FILE = '~/.minisign/minisign.key'

type PublishFormFieldsProps = {
  form: PublishForm
  onChange: (form: PublishForm) => void
  /** Whether the product has release keys, so that visitors and updaters accept only releases signed with one of them. */
  hasPinnedKeys: boolean
}

/** The fields about a release: version, channel, notes, requirements, signature, and exceptions from the checks. */
export function PublishFormFields({ form, onChange, hasPinnedKeys }: PublishFormFieldsProps) {
  const set = <Name extends keyof PublishForm>(name: Name, value: PublishForm[Name]) =>
    onChange({ ...form, [name]: value })
  const text = (name: 'version' | 'staged' | 'notes' | 'minWindows' | 'minMacos' | 'keyFile' | 'passphrase') => ({
    name,
    value: form[name],
    autoComplete: 'off',
    spellCheck: false,
    onValueChange: (value: string) => set(name, value),
  })
  return (
    <>
      <Panel title="Release">
        <div className="grid gap-5">
          <div className="grid items-start gap-5 md:grid-cols-2">
            <TextField label="Version" hint="Such as 1.4.0." {...text('version')} />
            <div className="grid justify-items-start gap-1.5">
              <p className="font-medium">Who gets it</p>
              <Choices
                label="Who gets it"
                choices={CHANNELS}
                chosen={form.channel}
                onChoose={(channel) => set('channel', channel)}
              />
            </div>
          </div>
          <TextField
            label="What is new"
            rows={4}
            maxLength={15_000}
            hint="Shown on the download page."
            {...text('notes')}
          />
          <div className="grid items-start gap-5 md:grid-cols-2">
            <TextField label="Oldest Windows" hint="Such as Windows 10. Empty: as before." {...text('minWindows')} />
            <TextField label="Oldest macOS" hint="Such as macOS 12. Empty: as before." {...text('minMacos')} />
          </div>
        </div>
      </Panel>
      <Panel title="Signature">
        <div className="grid gap-5">
          <p className="text-muted">
            {hasPinnedKeys
              ? 'This site has a release key: visitors and updaters accept only what it signed.'
              : 'This site has no release key. Without a signature, visitors cannot check their files and updaters do not get the release.'}
          </p>
          <div className="grid items-start gap-5 md:grid-cols-2">
            <TextField
              label="Secret key file"
              hint={`Its path on this computer, usually ${DEFAULT_KEY_FILE}. It is read where it is.`}
              {...text('keyFile')}
            />
            <TextField
              label="Passphrase"
              type="password"
              hint="Kept only until you leave this page, and never logged. Opening the key takes a few seconds."
              {...text('passphrase')}
            />
          </div>
          <TextField
            label="Share of the devices, in percent"
            inputMode="numeric"
            hint="Updaters offer a signed release to this share first. The download page offers it to everyone."
            className="md:max-w-sm"
            {...text('staged')}
          />
        </div>
      </Panel>
      <Panel title="Exceptions">
        <div className="grid gap-3">
          <CheckBox checked={form.allow32Bit} onCheck={(allow32Bit) => set('allow32Bit', allow32Bit)}>
            The Windows setup program is 32-bit, and the app in it is x64 (--allow-32-bit-installer)
          </CheckBox>
          <CheckBox
            checked={form.allowOtherVersion}
            onCheck={(allowOtherVersion) => set('allowOtherVersion', allowOtherVersion)}
          >
            A program may state another version (--allow-other-version)
          </CheckBox>
        </div>
      </Panel>
    </>
  )
}
