/**
 * The valid values and the effect of each row of `app_settings`. A contract test checks that every setting of a new database is
 * listed here.
 */
export const SETTING_DESCRIPTIONS: Readonly<Record<string, { values: string; meaning: string }>> = {
  early_access_spots: {
    values: 'a whole number',
    meaning: 'how many spots the page shows; open pages update immediately',
  },
  count_down_spots: { values: 'true or false', meaning: 'whether a sign-up lowers the spots by one' },
  mail_paused: { values: 'true or false', meaning: 'while true, no mail is sent; mails wait in the outbox' },
  mail_per_hour: {
    values: 'a whole number',
    meaning: 'the maximum number of mails to visitors per hour; mails to the team are not counted',
  },
}
