import { Button } from '@site/ui/button.tsx'
import { TextField } from '@site/ui/field.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { useState } from 'react'
import { AskDialog } from '../parts/ask-dialog.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { Panel } from '../parts/panel.tsx'
import { Loaded } from '../parts/state.tsx'
import { changesSchema, doneSchema, settingsSchema } from '../server-calls/answers.ts'
import { run } from '../server-calls/run.ts'
import { useCall } from '../server-calls/use-call.ts'
import { usePages } from '../server-calls/use-pages.ts'
import { useToday } from './today/today-context.ts'

/** The settings that can be changed while the site runs, with their meaning and the history of their changes. */
export function SettingsPage() {
  const settings = useCall(settingsSchema, 'settings show')
  const history = usePages(changesSchema, 'spots history', { all: true, limit: '50' })
  const [changing, setChanging] = useState<{ key: string; value: string; values: string } | null>(null)
  return (
    <Page title="Settings" lead="They apply at once, without a restart.">
      <Loaded call={settings}>
        {(rows) => (
          <ul className="grid gap-3">
            {rows.map((row) => (
              <li key={row.key} className="panel flex flex-wrap items-center justify-between gap-4 px-5 py-4">
                <div className="min-w-0">
                  <h2 className="font-sans text-base font-semibold tracking-normal">{row.key}</h2>
                  <p className="text-muted">{row.meaning}</p>
                </div>
                <div className="flex items-center gap-4">
                  <b className="font-display text-2xl tabular-nums">{row.value}</b>
                  <Button size="sm" variant="outline" aria-label={`Change ${row.key}`} onClick={() => setChanging(row)}>
                    Change
                  </Button>
                </div>
              </li>
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
              empty="Nothing has been changed by hand yet."
              page={history.number}
              getRowId={({ id }) => id}
              columns={[
                { title: 'When', cell: ({ changed_at }) => <Moment at={changed_at} /> },
                { title: 'Setting', cell: ({ key }) => key },
                { title: 'From', cell: ({ old_value }) => old_value ?? '–' },
                { title: 'To', cell: ({ new_value }) => new_value ?? '–' },
                { title: 'Why', cell: ({ reason }) => <bdi>{reason ?? '(none given)'}</bdi> },
              ]}
            />
          )}
        </Loaded>
      </Panel>
      {changing && (
        <ChangeDialog
          setting={changing}
          onClose={() => setChanging(null)}
          onChanged={() => {
            setChanging(null)
            settings.reload()
            history.call.reload()
          }}
        />
      )}
    </Page>
  )
}

type ChangeDialogProps = {
  setting: { key: string; value: string; values: string }
  onClose: () => void
  onChanged: () => void
}

function ChangeDialog({ setting, onClose, onChanged }: ChangeDialogProps) {
  const waiting = useToday().call.data?.mail.counts.waiting
  const [value, setValue] = useState(setting.value)
  return (
    <AskDialog
      title={`Change ${setting.key}`}
      action="Change it"
      onClose={onClose}
      reason={{ hint: 'For the history.' }}
      onConfirm={async (reason) => {
        await run(doneSchema, 'settings set', { setting: setting.key, value, reason })
        showToast({ kind: 'success', title: `${setting.key} is ${value} now` })
        onChanged()
      }}
    >
      {setting.key === 'mail_paused' && waiting !== undefined && (
        <p>Waiting mails: {waiting.toLocaleString()}. The value false sends them; a sent mail cannot be recalled.</p>
      )}
      <TextField label="Value" name="value" hint={setting.values} value={value} onValueChange={setValue} />
    </AskDialog>
  )
}
