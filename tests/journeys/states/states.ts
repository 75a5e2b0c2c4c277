import { accountStates } from './account-states.ts'
import { checkStates } from './check-states.ts'
import { confirmStates } from './confirm-states.ts'
import { downloadStates } from './download-states.ts'
import { formStates } from './form-states.ts'
import { ownPhotoStates } from './own-photo-states.ts'
import { pageStates } from './page-states.ts'
import type { SiteState } from './site-state.ts'

/**
 * Every state of the site. accessibility.spec.ts checks each state, and `npm run shots` captures it. states.spec.ts fails when a
 * route, a dialog or a view of the account dialog has no state in this list.
 */
export const siteStates: readonly SiteState[] = [
  ...pageStates,
  ...ownPhotoStates,
  ...downloadStates,
  ...checkStates,
  ...formStates,
  ...confirmStates,
  ...accountStates,
]
