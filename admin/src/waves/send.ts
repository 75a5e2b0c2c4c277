import { type CommandContext, type CommandResult, defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { createPreview, YES_OPTION } from '../options.ts'
import { WAVE_PLAN_FIELDS } from '../shown-fields.ts'
import { callRpc } from '../site.ts'
import { formatLeftOut, formatPeople, formatShortage, formatWavePlan, type SentPeople } from './format-plan.ts'
import { type RequestedPlan, requestWavePlan } from './request-plan.ts'
import { parseWaveName, WAVE_SELECTION_OPTIONS } from './selection.ts'
import { waveBatchSchema } from './wave-rows.ts'

/** The number of people that one transaction invites. It is small, because sign-ups that take a spot wait for the transaction. */
const BATCH_SIZE = 100

export const sendWaveCommand = defineCommand({
  kind: 'writes',
  summary: 'invite a wave of people who signed up, as many as there are spots; run it again to go on where it stopped',
  options: {
    ...WAVE_SELECTION_OPTIONS,
    wave: { type: 'string', value: 'NAME', help: 'a name for the wave (required); each name is sent once' },
    ...YES_OPTION,
  },
  page: { files: ['list'], streams: true },
  assistant: { shows: ['done', 'total', ...WAVE_PLAN_FIELDS] },
  examples: [
    'waves send --wave spring --next 50',
    'waves send --wave spring --next 50 --yes',
    'waves send --wave friends --list friends.txt --yes',
  ],
  async findAddressee({ options }, tools) {
    const { plan } = await requestWavePlan(tools.site, requireWaveName(options.wave), options)
    return formatPeople(plan.would_invite)
  },
  async run({ options }, tools) {
    const wave = requireWaveName(options.wave)
    const requested = await requestWavePlan(tools.site, wave, options)
    const { plan } = requested
    if (plan.would_invite === 0) return finishWithoutInvitations(wave, requested)
    if (!options.yes) return createPreview({ wave, ...plan }, `${formatWavePlan(wave, requested)}\n`)
    const sent = await sendBatches(wave, requested, tools)
    const text = formatSent(wave, requested, sent)
    return { data: { done: true, wave, ...sent, size: plan.size }, text }
  },
})

function requireWaveName(name: string | undefined): string {
  if (name === undefined) throw new CommandFailure('usage', 'Name the wave: --wave NAME.')
  return parseWaveName(name)
}

/** Returns the result for a complete wave. Throws a `refused` CommandFailure when a wave that is not complete can invite nobody. */
function finishWithoutInvitations(wave: string, { plan, repeated }: RequestedPlan): CommandResult {
  const { is_started, invited, size, eligible, spots } = plan
  const isComplete = is_started && (invited >= size || eligible === 0)
  if (!isComplete) {
    if (spots === 0) {
      throw new CommandFailure('refused', 'There are no spots left, so nobody was invited.', {
        hint: 'Add some with: spots set N --reason "…"',
      })
    }
    const hint = formatLeftOut(plan, repeated).join('\n')
    throw new CommandFailure('refused', 'Nobody can be invited.', { hint })
  }
  const text = `The wave ${wave} is complete: it invited ${formatPeople(invited)}. Nobody was invited now.`
  return { data: { done: true, wave, invited: 0, total: invited, size, spots }, text }
}

async function sendBatches(
  wave: string,
  { selection, plan }: RequestedPlan,
  tools: CommandContext,
): Promise<SentPeople> {
  const site = await tools.site()
  const progress = tools.progress('Inviting', plan.would_invite, formatPeople)
  let invited = 0
  let position: { after?: string } = {}
  try {
    for (;;) {
      const batch = await callRpc(site, waveBatchSchema, 'send_wave', {
        wave,
        selection,
        most: BATCH_SIZE,
        ...position,
      })
      invited += batch.invited
      position = batch.after == null ? {} : { after: batch.after }
      progress.advance(batch.invited)
      // A batch smaller than BATCH_SIZE is not always the last: people who are erased while a batch is selected are missing from it.
      if (batch.invited === 0 || batch.total >= batch.size || batch.spots === 0) {
        return { invited, total: batch.total, spots: batch.spots }
      }
    }
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    const hint = `Invited so far: ${invited}, perhaps one batch more. Send the wave again: it goes on there and invites nobody twice.`
    throw new CommandFailure(error.code, error.message, { hint, cause: error })
  } finally {
    progress.done()
  }
}

function formatSent(wave: string, requested: RequestedPlan, sent: SentPeople): string {
  const { plan, repeated, settings } = requested
  const { invited, spots } = sent
  const perHour = settings.perHour - Math.floor(settings.perHour / 2)
  return [
    `Invited ${formatPeople(invited)} in the wave ${wave}. Spots left: ${spots}.`,
    ...formatShortage(requested, sent),
    ...formatLeftOut(plan, repeated),
    settings.isPaused
      ? 'ALL MAIL IS PAUSED: the invitations wait in the outbox. See: mail list'
      : `The invitations are in the outbox, which sends at most ${perHour} of them an hour. Progress: waves list`,
  ].join('\n')
}
