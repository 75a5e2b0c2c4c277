import * as v from 'valibot'
import { CommandFailure } from '../failures.ts'
import { awaitQueryResult, callRpc, type SiteClient } from '../site.ts'
import { readSettingValues } from '../site-settings/read.ts'
import { parseWaveSelection, type WaveSelection } from './selection.ts'
import { storedSelectionSchema, type WavePlan, wavePlanSchema } from './wave-rows.ts'

/** The plan of a wave, with the values that are shown beside it. `repeated` is the number of duplicate addresses in the list. */
export type RequestedPlan = { selection: WaveSelection; plan: WavePlan; repeated: number; settings: WaveSettings }

/** The settings that affect waves: whether all mail is paused, whether sign-ups take spots, and the maximum number of mails an hour. */
export type WaveSettings = { isPaused: boolean; countsDown: boolean; perHour: number }

/**
 * Requests the plan of a wave from the backend. The options select the people; without such options, the selection that was stored when the
 * wave was first sent is used. `wave` is null for a plan without a name. Throws a CommandFailure for invalid options, and when neither the
 * options nor the wave have a usable selection.
 */
export async function requestWavePlan(
  openSite: () => Promise<SiteClient>,
  wave: string | null,
  options: Parameters<typeof parseWaveSelection>[0],
): Promise<RequestedPlan> {
  const given = await parseWaveSelection(options)
  if (given === null && wave === null) throw nobodyNamed()
  const site = await openSite()
  const { selection, repeated } = given ?? { selection: await findStoredSelection(site, wave ?? ''), repeated: 0 }
  const plan = await callRpc(site, wavePlanSchema, 'plan_wave', { wave, selection })
  return { selection, plan, repeated, settings: await readWaveSettings(site) }
}

async function findStoredSelection(site: SiteClient, wave: string): Promise<WaveSelection> {
  const rows = await awaitQueryResult(
    site,
    v.array(v.object({ selection: storedSelectionSchema })),
    site.client.from('waves').select('selection').eq('name', wave),
  )
  const [known] = rows
  if (known === undefined) throw nobodyNamed()
  if ('list' in known.selection) {
    throw new CommandFailure(
      'usage',
      `The wave ${wave} invites a list of people: name its file again with --list FILE.`,
    )
  }
  return known.selection
}

function nobodyNamed(): CommandFailure {
  return new CommandFailure('usage', 'Say whom to invite: --next N, or --list FILE.')
}

async function readWaveSettings(site: SiteClient): Promise<WaveSettings> {
  const values = await readSettingValues(site, ['mail_paused', 'sending_held', 'count_down_spots', 'mail_per_hour'])
  return {
    isPaused: values.mail_paused === 'true' || values.sending_held === 'true',
    countsDown: values.count_down_spots === 'true',
    perHour: Number(values.mail_per_hour ?? 0),
  }
}
