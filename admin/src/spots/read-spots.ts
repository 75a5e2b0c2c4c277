import * as v from 'valibot'
import { callRpc, type SiteClient } from '../site.ts'
import { readSettingValues } from '../site-settings/read.ts'

const countsSchema = v.object({
  all: v.number(),
  paid_claims: v.number(),
  paid_verified: v.number(),
  flagged: v.number(),
  /** The other numbers do not include them. */
  unconfirmed: v.number(),
  last_day: v.number(),
  last_week: v.number(),
})

/** The remaining early-access spots, and how many people signed up. */
export type SpotsState = {
  remaining: number
  countsDown: boolean
  signups: v.InferOutput<typeof countsSchema>
}

/** Reads the number of remaining spots and the numbers of sign-ups. */
export async function readSpots(site: SiteClient): Promise<SpotsState> {
  const settings = await readSettingValues(site, ['early_access_spots', 'count_down_spots'])
  const signups = await callRpc(site, countsSchema, 'count_signups')
  return {
    remaining: Number(settings.early_access_spots ?? 0),
    countsDown: settings.count_down_spots === 'true',
    signups,
  }
}
