import { accountStates } from './account-states.ts'
import { downloadStates } from './download-states.ts'
import { formStates } from './form-states.ts'
import { pageStates } from './page-states.ts'
import type { SiteState } from './site-state.ts'

/**
 * Everything a visitor can have before them. The check of accessibility goes through all of it, and `npm run shots`
 * takes its pictures; states.spec.ts fails when a route or a view of the account dialog is not in it.
 */
export const siteStates: readonly SiteState[] = [...pageStates, ...downloadStates, ...formStates, ...accountStates]
