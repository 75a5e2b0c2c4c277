import { Button } from '@site/ui/button.tsx'
import { Badge } from '../parts/badge.tsx'
import { ReadAt } from '../parts/moment.tsx'
import { Page } from '../parts/page.tsx'
import { Loaded } from '../parts/state.tsx'
import { doctorSchema } from '../server-calls/answers.ts'
import { useCall } from '../server-calls/use-call.ts'

const STATES = {
  broken: ['Broken', 'bad'],
  advice: ['Look into it', 'warn'],
  ok: ['Fine', 'good'],
  'not checked': ['Not checked', undefined],
} as const
const ORDER = ['broken', 'advice', 'not checked', 'ok'] as const

/** The findings of the command `doctor`, the worst first. */
export function HealthPage() {
  const call = useCall(doctorSchema, 'doctor')
  return (
    <Page
      title="Health"
      lead={<ReadAt read={call.read} />}
      actions={
        <Button size="sm" variant="outline" onClick={call.reload}>
          Check again
        </Button>
      }
    >
      <Loaded call={call}>
        {({ findings }) => (
          <ul className="grid gap-3">
            {[...findings]
              .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
              .map(({ state, what, text }, index) => {
                const [name, tone] = STATES[state]
                return (
                  <li key={`${what}-${index}`} className="panel flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-4">
                    <Badge tone={tone} className="w-32 justify-center">
                      {name}
                    </Badge>
                    <div className="min-w-0 flex-1">
                      <h2 className="font-sans text-base font-semibold tracking-normal">{what}</h2>
                      <p className="whitespace-pre-wrap text-muted wrap-anywhere">{text}</p>
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
