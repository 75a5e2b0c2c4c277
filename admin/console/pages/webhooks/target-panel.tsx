import { joinClassNames } from '@site/ui/class-names.ts'
import { useState } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { SmallButton } from '../../parts/dialog-button.tsx'
import { formatNumber } from '../../parts/format.ts'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { type WebhookTarget, webhookTestedSchema } from '../../server-calls/answers.ts'
import { run, toError } from '../../server-calls/run.ts'

type TargetPanelProps = {
  target: WebhookTarget
  onReplayDead: () => void
  onReplaySince: () => void
  onTested: () => void
}

/** The state of a target, and buttons that send a test event and send events again. */
export function TargetPanel({ target: counts, onReplayDead, onReplaySince, onTested }: TargetPanelProps) {
  const { target, is_configured, has_personal_data, is_stopped, waiting, dead, delivered } = counts
  const resume = dead > 0 ? 'Send the given-up ones again' : 'Resume it'
  return (
    <Panel
      title={target}
      actions={
        <span className="flex flex-wrap gap-1.5">
          {has_personal_data && <Badge>Personal data</Badge>}
          <TargetState counts={counts} />
        </span>
      }
    >
      <p className="tabular-nums">
        {formatNumber(waiting)} waiting, {formatNumber(dead)} given up, {formatNumber(delivered)} delivered
      </p>
      {counts.failing_since !== null && (
        <p className="text-sm text-muted">
          Failing since <Moment at={counts.failing_since} />
        </p>
      )}
      {is_stopped && (
        <p className="text-sm text-muted">
          The receiver says that it is gone (410), so nothing is sent. Sending again resumes it.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2 pt-4">
        {is_configured && <TestButton target={target} onTested={onTested} />}
        {(dead > 0 || is_stopped) && (
          <SmallButton aria-label={`${resume}: ${target}`} onClick={onReplayDead}>
            {resume}
          </SmallButton>
        )}
        <SmallButton aria-label={`Send again since …: ${target}`} onClick={onReplaySince}>
          Send again since …
        </SmallButton>
      </div>
    </Panel>
  )
}

function TargetState({ counts }: { counts: WebhookTarget }) {
  const [name, tone] = counts.is_stopped
    ? (['Stopped', 'bad'] as const)
    : !counts.is_configured
      ? (['Not configured', 'warn'] as const)
      : counts.failing_since !== null
        ? (['Failing', 'bad'] as const)
        : (['Works', 'good'] as const)
  return <Badge tone={tone}>{name}</Badge>
}

/** A button that sends a test event, and a text that says how the receiver responded. */
function TestButton({ target, onTested }: { target: string; onTested: () => void }) {
  const [isTesting, setTesting] = useState(false)
  const [outcome, setOutcome] = useState<{ isGood: boolean; text: string } | null>(null)

  async function test(): Promise<void> {
    setTesting(true)
    setOutcome(null)
    try {
      const { delivered, reason } = await run(webhookTestedSchema, 'webhooks test', { target })
      setOutcome({
        isGood: delivered,
        text: delivered ? 'It accepted the event.' : (reason ?? 'It did not accept it.'),
      })
    } catch (error) {
      setOutcome({ isGood: false, text: toError(error).message })
    }
    setTesting(false)
    onTested()
  }

  return (
    <>
      <SmallButton aria-label={`Test ${target}`} loading={isTesting} onClick={() => void test()}>
        {isTesting ? 'Testing …' : 'Test'}
      </SmallButton>
      <p
        role="status"
        className={joinClassNames(
          'order-last basis-full empty:hidden',
          outcome?.isGood === false ? 'text-danger' : 'text-sage',
        )}
      >
        {outcome?.text}
      </p>
    </>
  )
}
