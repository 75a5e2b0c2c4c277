import { createLiveSetting } from '../support/live-setting.ts'

/** The number of spots. The subscription is like that of the site's pages, but to every kind of change instead of only updates. */
export const {
  subscription: SPOTS_SUBSCRIPTION,
  join: joinSpots,
  set: setSpots,
} = createLiveSetting('app_settings', 'early_access_spots')
