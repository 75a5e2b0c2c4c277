import { Button } from '@site/ui/button.tsx'
import { TextField } from '@site/ui/field.tsx'
import { useEffect, useState } from 'react'
import { Choices } from '../../parts/choices.tsx'
import { DayRangeFields } from '../../parts/day-range.tsx'
import { Panel } from '../../parts/panel.tsx'
import { PickButton } from '../../parts/pick-button.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { Failure } from '../../parts/state.tsx'
import { type WavePlanAnswer, wavePlanSchema } from '../../server-calls/answers.ts'
import { type CallFields, run, toError } from '../../server-calls/run.ts'
import { discardFiles, sendFile } from '../../server-calls/send-file.ts'
import { EMPTY_WAVE, toWaveFields, WAVE_STATUSES, type WaveForm } from './wave-form.ts'
import { WavePlan } from './wave-plan.tsx'

const WHOM = [
  ['next', 'The next people'],
  ['list', 'A list'],
] as const

/** The form that plans a wave, and the plan: how many people it would invite, the first ten, and who is left out. */
export function WavePlanner({ onSend }: { onSend: (fields: CallFields) => void }) {
  const [form, setForm] = useState<WaveForm>(EMPTY_WAVE)
  const [state, setState] = useState<'idle' | 'planning'>('idle')
  const [planned, setPlanned] = useState<{ fields: CallFields; plan: WavePlanAnswer } | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const listId = form.list?.id
  // The list contains addresses. Its copy in the console's server is deleted when another list is chosen and when the page is left.
  useEffect(() => () => discardFiles(listId === undefined ? [] : [listId]), [listId])

  const change = (changes: Partial<WaveForm>) => {
    setForm((before) => ({ ...before, ...changes }))
    setPlanned(null) // the plan belongs to the values before the change
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    setState('planning')
    setError(null)
    try {
      await work()
    } catch (failure) {
      setPlanned(null)
      setError(toError(failure))
    }
    setState('idle')
  }

  const plan = () =>
    attempt(async () => {
      const fields = toWaveFields(form)
      setPlanned({ fields, plan: await run(wavePlanSchema, 'waves plan', fields) })
    })

  const chooseList = (file: File) =>
    attempt(async () => {
      const id = await sendFile(file)
      change({ list: { name: file.name, id } })
    })

  return (
    <Panel title="Plan a wave">
      <form
        className="grid gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (state === 'idle') void plan()
        }}
      >
        <div className="grid items-start gap-5 md:grid-cols-2">
          <TextField
            label="Name of the wave"
            name="wave"
            hint="Lower-case letters, digits and hyphens, such as spring-2."
            autoComplete="off"
            spellCheck={false}
            value={form.wave}
            onValueChange={(wave) => change({ wave })}
          />
          <div className="grid justify-items-start gap-1.5">
            <p className="font-medium">Whom it invites</p>
            <Choices label="Whom it invites" choices={WHOM} chosen={form.whom} onChoose={(whom) => change({ whom })} />
          </div>
        </div>
        {form.whom === 'next' ? (
          <NextFields form={form} onChange={change} />
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            <PickButton
              what="the list"
              hasFile={form.list !== null}
              accept=".txt,.csv,text/plain"
              onPick={(file) => void chooseList(file)}
            />
            <p className="min-w-0 text-muted wrap-anywhere">
              {form.list?.name ?? 'A text file with one address on each line.'}
            </p>
          </div>
        )}
        {error && <Failure error={error} />}
        <Button type="submit" variant="outline" className="justify-self-start" loading={state === 'planning'}>
          Show the plan
        </Button>
      </form>
      {planned && (
        <div className="mt-5 grid gap-4 border-t border-line pt-5">
          <WavePlan plan={planned.plan} />
          {planned.plan.would_invite > 0 && (
            <Button
              className="justify-self-start"
              disabled={form.wave.trim() === ''}
              onClick={() => onSend(planned.fields)}
            >
              {form.wave.trim() === '' ? 'Name the wave to send it' : 'Send the invitations …'}
            </Button>
          )}
        </div>
      )}
    </Panel>
  )
}

function NextFields({ form, onChange }: { form: WaveForm; onChange: (changes: Partial<WaveForm>) => void }) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2 lg:grid-cols-4">
      <TextField
        label="How many people"
        name="next"
        inputMode="numeric"
        autoComplete="off"
        value={form.next}
        onValueChange={(next) => onChange({ next })}
      />
      <SelectField
        label="Status"
        choices={WAVE_STATUSES}
        chosen={form.status}
        onChoose={(status) => onChange({ status })}
      />
      <DayRangeFields
        range={form}
        labels={{ since: 'Signed up from', until: 'Signed up before' }}
        onChange={onChange}
      />
    </div>
  )
}
