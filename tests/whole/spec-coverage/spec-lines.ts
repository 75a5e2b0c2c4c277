// Every requirement of docs/requirements.md with references to the tests that verify it, by subject.
import { accounts } from './accounts.ts'
import { calls } from './calls.ts'
import { constants } from './constants.ts'
import { dialogs } from './dialogs.ts'
import { entities } from './entities.ts'
import { errors } from './errors.ts'
import { product } from './product.ts'
import { roles } from './roles.ts'
import { screenAndRouteRequirements } from './screens-and-routes.ts'
import type { RequirementEntry } from './spec-line.ts'
import { states } from './states.ts'
import { validation } from './validation.ts'

/** The requirements of all subjects with their tests. */
export const requirementEntries: readonly RequirementEntry[] = [
  ...product,
  ...screenAndRouteRequirements,
  ...dialogs,
  ...entities,
  ...states,
  ...validation,
  ...roles,
  ...calls,
  ...errors,
  ...constants,
  ...accounts,
]
