import type * as v from 'valibot'
import { signupCountsSchema } from '../rows.ts'
import { callRpc, type SiteClient } from '../site.ts'
import { readSettingValues } from '../site-settings/read.ts'

/** The remaining early-access spots, and how many people signed up. */
export type SpotsState = {
  remaining: number
  countsDown: boolean
  signups: v.InferOutput<typeof signupCountsSchema>
}

/** Reads the number of remaining spots and the numbers of sign-ups. */
export async function readSpots(site: SiteClient): Promise<SpotsState> {
  const settings = await readSettingValues(site, ['early_access_spots', 'count_down_spots'])
  const signups = await callRpc(site, signupCountsSchema, 'count_signups')
  return {
    remaining: Number(settings.early_access_spots ?? 0),
    countsDown: settings.count_down_spots === 'true',
    signups,
  }
}
