import type { Grouping } from './rest/grouped-inserts.ts'

/** Sign-ups that come at once, of the columns that visitors may fill (decision 0020). */
export const signupGrouping: Grouping = {
  table: 'early_access_users',
  columns: ['name', 'email', 'is_paid', 'amount', 'order_id'],
  store: 'sign_up_together',
}
