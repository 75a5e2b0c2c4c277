import * as v from 'valibot'
import { CommandFailure } from '../failures.ts'
import { awaitQueryResult, callRpc, type SiteClient } from '../site.ts'
import { readSettingValues } from '../site-settings/read.ts'
import { parseWaveSelection, type WaveSelection } from './selection.ts'
import { storedSelectionSchema, type WavePlan, wavePlanSchema } from './wave-rows.ts'

/** A plan with what its presentation needs. `repeated` is the number of addresses that the list repeats. */
export type RequestedPlan = { selection: WaveSelection; plan: WavePlan; repeated: number; settings: WaveSettings }

/** The settings that decide how a wave is sent. */
export type WaveSettings = { isPaused: boolean; countsDown: boolean; perHour: number }

/**
 * Requests the plan of a wave from the options of the command line, or from the stored selection when they say nothing and the wave exists.
 * `wave` is null for a plan without a name. Throws a CommandFailure for invalid options.
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
  const values = await readSettingValues(site, ['mail_paused', 'count_down_spots', 'mail_per_hour'])
  return {
    isPaused: values.mail_paused === 'true',
    countsDown: values.count_down_spots === 'true',
    perHour: Number(values.mail_per_hour ?? 0),
  }
}
