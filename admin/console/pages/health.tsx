import { FINDING_STATES } from '../../src/doctor/finding.ts'
import { Badge } from '../parts/badge.tsx'
import { SmallButton } from '../parts/dialog-button.tsx'
import { toTitle } from '../parts/format.ts'
import { ReadAt } from '../parts/moment.tsx'
import { Page } from '../parts/page.tsx'
import { Loaded } from '../parts/state.tsx'
import { doctorSchema } from '../server-calls/answers.ts'
import { useCall } from '../server-calls/use-call.ts'

const STATES = {
  broken: ['Broken', 'bad'],
  advice: ['Look into it', 'warn'],
  sample: ['Before you publish', undefined],
  ok: ['Fine', 'good'],
  'not checked': ['Not checked', undefined],
} as const

/** The findings of the command `doctor`, the worst first. */
export function HealthPage() {
  const call = useCall(doctorSchema, 'doctor')
  return (
    <Page
      title="Health"
      lead={<ReadAt read={call.read} />}
      actions={<SmallButton onClick={call.reload}>Check again</SmallButton>}
    >
      <Loaded call={call}>
        {({ findings }) => (
          <ul className="panel divide-y divide-line">
            {[...findings]
              .sort((a, b) => FINDING_STATES.indexOf(a.state) - FINDING_STATES.indexOf(b.state))
              .map(({ state, what, text }, index) => {
                const [name, tone] = STATES[state]
                return (
                  <li
                    key={`${what}-${index}`}
                    className="grid grid-cols-1 items-baseline gap-x-5 gap-y-2 px-5 py-4 sm:grid-cols-[10rem_minmax(0,1fr)]"
                  >
                    <Badge tone={tone} className="justify-self-start sm:w-40 sm:justify-center">
                      {name}
                    </Badge>
                    <div className="min-w-0">
                      <h2 className="font-sans text-base font-semibold tracking-normal">{toTitle(what)}</h2>
                      <p className="whitespace-pre-wrap text-muted wrap-anywhere">{toTitle(text)}</p>
                    </div>
                  </li>
                )
              })}
          </ul>
        )}
      </Loaded>
    </Page>
  )
}
