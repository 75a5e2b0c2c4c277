import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../root.ts'
import { DATABASE_ENGINE_MODULES, findForbiddenImports } from './imports.ts'

test('every module listed in DATABASE_ENGINE_MODULES as starting a database engine exists', () => {
  expect(DATABASE_ENGINE_MODULES.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test.each([
  ['website/app/dialogs/signup/form.ts', "import { nameSchema } from '@site/contract/name'"],
  ['website/app/dialogs/signup/form.ts', "import { Dialog } from '../../ui/dialog.tsx'"],
  ['ui/dialog.tsx', "import { useRef } from 'react'"],
  ['server/src/functions/invoke.ts', "import { greet } from '../../../supabase/functions/greet/greet.ts'"],
  ['server/src/main.ts', "import { start } from '@site/backend/start'"],
  ['admin/src/release/publish.ts', "import { signRelease } from '@site/releases/sign-release'"],
  [
    'packages/backend/src/database/postgres/postgres.integration.test.ts',
    "import { startPostgres } from '../../../../../tests/support/postgres.ts'",
  ],
  ['tests/rules/signup.test.ts', "import { createCommonBackendTest } from '../support/backend-test.ts'"],
  ['tests/rules/admin-run.ts', "import { runAdmin } from '../../admin/src/run-admin.ts'"],
])('findForbiddenImports accepts in %s the import: %s', (path, line) => {
  expect(findForbiddenImports(path, line)).toEqual([])
})

test.each([
  ['website/app/main.tsx', "import { config } from '../../packages/backend/src/config.ts'"],
  ['website/app/main.tsx', "const config = await import('../../packages/backend/src/config.ts')"],
  ['website/app/main.tsx', "import '../../packages/backend/src/config.ts'"],
  ['ui/dialog.tsx', "import { brand } from '../brand.ts'"],
  ['contract/name.ts', "import { brand } from '../website/app/brand.ts'"],
  ['supabase/functions/greet/greet.ts', "import { log } from '../../../packages/backend/src/http/log.ts'"],
  ['packages/backend/src/app.ts', "import { brand } from '../../../website/app/brand.ts'"],
  ['packages/backend/src/app.ts', "import { mail } from '../../../server/src/mail/mail-service.ts'"],
  ['packages/backend/src/app.ts', "import type { Product } from '@site/contract/product'"],
  ['packages/backend/src/app.ts', "import { greet } from '../../../supabase/functions/greet/greet.ts'"],
  ['website/app/main.tsx', "import { start } from '@site/backend/start'"],
  ['packages/releases/src/sign-release.ts', "import type { Product } from '@site/contract/product'"],
  ['server/src/sample-release.ts', "import type { Release } from '@site/releases/release'"],
  ['packages/backend/src/http/server.ts', "import { table } from '../rest/table.ts'"],
  ['packages/backend/src/database/own-postgres/own-postgres.ts', "export { table } from '../../rest/table.ts'"],
  ['tests/rules/signup.test.ts', "import type { Config } from '../../packages/backend/src/config.ts'"],
  ['tests/rules/signup.test.ts', "import { runAdmin } from '../../admin/src/run-admin.ts'"],
  [
    'packages/backend/src/database/open.test.ts',
    "import { startPostgres } from '../../../../tests/support/postgres.ts'",
  ],
  [
    'packages/backend/src/database/migrations/migrate.test.ts',
    "import { openPostgres } from '../postgres/postgres.ts'",
  ],
  ['admin/main.ts', "import type { Config } from '@site/backend/src/config'"],
])('findForbiddenImports reports in %s the import: %s', (path, line) => {
  expect(findForbiddenImports(path, line)).toHaveLength(1)
})
