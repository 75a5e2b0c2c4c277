/** What each row of `app_settings` does: what the value may be, and what a change of it does. A test holds that each row of a new database has a meaning here. */
export const SETTINGS: Readonly<Record<string, { values: string; meaning: string }>> = {
  early_access_spots: { values: 'a whole number', meaning: 'how many spots the page shows; open pages follow at once' },
  count_down_spots: { values: 'true or false', meaning: 'whether a sign-up lowers the spots by one' },
  mail_paused: { values: 'true or false', meaning: 'while true, no mail is sent; the outbox keeps it' },
  mail_per_hour: {
    values: 'a whole number',
    meaning: 'how many mails go to the public in an hour; mail to the team is not counted',
  },
}
