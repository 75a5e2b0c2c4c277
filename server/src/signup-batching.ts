import type { InsertBatching } from '@site/backend/rest/batched-inserts'

/** The batching of concurrent sign-ups, with the columns that anonymous callers may fill (decision 0020). */
export const signupBatching: InsertBatching = {
  table: 'early_access_users',
  columns: ['name', 'email', 'is_paid', 'amount', 'order_id'],
  store: 'sign_up_together',
}
