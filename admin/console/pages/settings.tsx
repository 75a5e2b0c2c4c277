import { useState } from 'react'
import { SETTING_DESCRIPTIONS } from '../../src/site-settings/descriptions.ts'
import { CommandDialog } from '../parts/command-dialog.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { SmallButton } from '../parts/dialog-button.tsx'
import { formatCount, toTitle } from '../parts/format.ts'
import { Moment } from '../parts/moment.tsx'
import { Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { Panel } from '../parts/panel.tsx'
import { formatSetting, formatSettingValue, isSwitch } from '../parts/setting-words.ts'
import { Loaded } from '../parts/state.tsx'
import { changesSchema, type SettingRow, settingsSchema } from '../server-calls/answers.ts'
import { useCall } from '../server-calls/use-call.ts'
import { usePages } from '../server-calls/use-pages.ts'
import { useToday } from './today/today-context.ts'

const ORDER = Object.keys(SETTING_DESCRIPTIONS)

/** The settings that can be changed while the site runs, with their meaning and the history of their changes. */
export function SettingsPage() {
  const settings = useCall(settingsSchema, 'settings show')
  const history = usePages(changesSchema, 'spots history', { all: true, limit: '50' })
  const [changing, setChanging] = useState<SettingRow | null>(null)
  return (
    <Page title="Settings" lead="A change applies at once, without a restart.">
      <Loaded call={settings}>
        {(rows) => (
          <ul className="panel divide-y divide-line">
            {[...rows]
              .sort((a, b) => ORDER.indexOf(a.key) - ORDER.indexOf(b.key))
              .map((row) => (
                <Setting key={row.key} row={row} onChange={() => setChanging(row)} />
              ))}
          </ul>
        )}
      </Loaded>
      <Panel title="Changes" flush actions={<Pager pages={history} />}>
        <Loaded call={history.call}>
          {(rows) => (
            <DataTable
              label="Changes of settings"
              rows={rows}
              empty="No setting has been changed by hand yet."
              page={history.number}
              getRowId={({ id }) => id}
              columns={[
                { title: 'When', cell: ({ changed_at }) => <Moment at={changed_at} /> },
                { title: 'Setting', cell: ({ key }) => <b>{formatSetting(key)}</b> },
                { title: 'From', cell: ({ key, old_value: old }) => old && formatSettingValue(key, old) },
                { title: 'To', cell: ({ key, new_value: value }) => value && formatSettingValue(key, value) },
                { title: 'Why', cell: ({ reason }) => reason && <bdi>{reason}</bdi> },
              ]}
            />
          )}
        </Loaded>
      </Panel>
      {changing && (
        <ChangeDialog
          setting={changing}
          onClose={() => setChanging(null)}
          onDone={() => {
            settings.reload()
            history.call.reload()
          }}
        />
      )}
    </Page>
  )
}

function Setting({ row: { key, value, meaning }, onChange }: { row: SettingRow; onChange: () => void }) {
  const label = formatSetting(key)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 px-5 py-4">
      <div className="min-w-0">
        <h2 className="font-sans text-base font-semibold tracking-normal">{label}</h2>
        <p className="text-sm text-muted">{toTitle(meaning)}.</p>
        <code className="text-xs text-muted wrap-anywhere">{key}</code>
      </div>
      {isSwitch(key) ? (
        <Switch label={label} isOn={value === 'true'} onPress={onChange} />
      ) : (
        <div className="flex items-center gap-x-4 gap-y-1 max-sm:flex-col max-sm:items-end">
          <b className="font-display text-2xl tabular-nums">{formatSettingValue(key, value)}</b>
          <SmallButton aria-label={`Change: ${label}`} onClick={onChange}>
            Change
          </SmallButton>
        </div>
      )}
    </li>
  )
}

type ChangeDialogProps = { setting: SettingRow; onClose: () => void; onDone: () => void }

function ChangeDialog({ setting: { key, value, values, meaning }, ...dialog }: ChangeDialogProps) {
  const waiting = useToday().call.data?.mail.counts.waiting
  const turnsOn = value === 'false'
  const label = formatSetting(key)
  const words = `${toTitle(values)}.`
  return (
    <CommandDialog
      {...dialog}
      title={label}
      action={isSwitch(key) ? `Turn it ${turnsOn ? 'on' : 'off'}` : 'Change it'}
      command="settings set"
      fields={{ setting: key, ...(isSwitch(key) ? { value: String(turnsOn) } : {}) }}
      inputs={isSwitch(key) ? [] : [{ name: 'value', label: 'New value', inputMode: 'numeric', hint: words, value }]}
      reason={{ hint: 'For the history.', isRequired: true }}
      toast={(entered) => ({ title: `${label}: ${formatSettingValue(key, String(entered['value'] ?? turnsOn))}` })}
    >
      <p>{toTitle(meaning)}.</p>
      {key === 'mail_paused' && !turnsOn && waiting !== undefined && (
        <p>{formatCount(waiting, 'email')} will be sent. A sent email cannot be recalled.</p>
      )}
    </CommandDialog>
  )
}

type SwitchProps = { label: string; isOn: boolean; onPress: () => void }

/** A switch with its state in words. A press asks for a change; the caller changes `isOn`. */
function Switch({ label, isOn, onPress }: SwitchProps) {
  return (
    <button type="button" role="switch" aria-checked={isOn} aria-label={label} className="switch" onClick={onPress}>
      {isOn ? 'On' : 'Off'}
    </button>
  )
}
