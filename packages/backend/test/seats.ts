import { createLiveSetting } from '../../../tests/support/live-setting.ts'

/** The number of open seats of the project that the tests of the backend run on. */
export const {
  subscription: SEATS_SUBSCRIPTION,
  join: joinSeats,
  set: setSeats,
} = createLiveSetting('settings', 'number_of_open_seats')
