// Every requirement of docs/requirements.md with references to the tests that verify it, by subject.
import { accountTestsByRequirement } from './accounts.ts'
import { apiCallTestsByRequirement } from './calls.ts'
import { limitTestsByRequirement } from './constants.ts'
import { dialogTestsByRequirement } from './dialogs.ts'
import { entityTestsByRequirement } from './entities.ts'
import { errorTestsByRequirement } from './errors.ts'
import { productTestsByRequirement } from './product.ts'
import { roleTestsByRequirement } from './roles.ts'
import { screenTestsByRequirement } from './screens-and-routes.ts'
import type { RequirementEntry } from './spec-line.ts'
import { stateTestsByRequirement } from './states.ts'
import { validationTestsByRequirement } from './validation.ts'

/** The requirements of all subjects with their tests. */
export const allTestsByRequirement: readonly RequirementEntry[] = [
  ...productTestsByRequirement,
  ...screenTestsByRequirement,
  ...dialogTestsByRequirement,
  ...entityTestsByRequirement,
  ...stateTestsByRequirement,
  ...validationTestsByRequirement,
  ...roleTestsByRequirement,
  ...apiCallTestsByRequirement,
  ...errorTestsByRequirement,
  ...limitTestsByRequirement,
  ...accountTestsByRequirement,
]
