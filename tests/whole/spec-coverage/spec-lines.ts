// Every requirement of docs/requirements.md with references to the tests that verify it, by subject.
import { accountRequirementCoverage } from './accounts.ts'
import { apiCallRequirementCoverage } from './calls.ts'
import { limitRequirementCoverage } from './constants.ts'
import { dialogRequirementCoverage } from './dialogs.ts'
import { entityRequirementCoverage } from './entities.ts'
import { errorRequirementCoverage } from './errors.ts'
import { productRequirementCoverage } from './product.ts'
import { roleRequirementCoverage } from './roles.ts'
import { screenRequirementCoverage } from './screens-and-routes.ts'
import type { RequirementEntry } from './spec-line.ts'
import { stateRequirementCoverage } from './states.ts'
import { validationRequirementCoverage } from './validation.ts'

/** The requirements of all subjects with their tests. */
export const allRequirementCoverage: readonly RequirementEntry[] = [
  ...productRequirementCoverage,
  ...screenRequirementCoverage,
  ...dialogRequirementCoverage,
  ...entityRequirementCoverage,
  ...stateRequirementCoverage,
  ...validationRequirementCoverage,
  ...roleRequirementCoverage,
  ...apiCallRequirementCoverage,
  ...errorRequirementCoverage,
  ...limitRequirementCoverage,
  ...accountRequirementCoverage,
]
