// Every requirement of docs/requirements.md with references to the tests that verify it, by subject.
import { accountRequirements } from './accounts.ts'
import { apiCallRequirements } from './calls.ts'
import { limitRequirements } from './constants.ts'
import { dialogRequirements } from './dialogs.ts'
import { entityRequirements } from './entities.ts'
import { errorRequirements } from './errors.ts'
import { productRequirements } from './product.ts'
import { roleRequirements } from './roles.ts'
import { screenAndRouteRequirements } from './screens-and-routes.ts'
import type { RequirementEntry } from './spec-line.ts'
import { stateRequirements } from './states.ts'
import { validationRequirements } from './validation.ts'

/** The requirements of all subjects with their tests. */
export const requirementEntries: readonly RequirementEntry[] = [
  ...productRequirements,
  ...screenAndRouteRequirements,
  ...dialogRequirements,
  ...entityRequirements,
  ...stateRequirements,
  ...validationRequirements,
  ...roleRequirements,
  ...apiCallRequirements,
  ...errorRequirements,
  ...limitRequirements,
  ...accountRequirements,
]
