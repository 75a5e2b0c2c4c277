import { join } from 'node:path'
import type { MigrationSource } from '@site/backend/database/migrations/migrate'
import { ROOT } from './places.ts'

/** This site's migrations. The baseline replaces 48 migrations. */
export const SITE_MIGRATIONS: MigrationSource = {
  folder: join(ROOT, 'supabase/migrations'),
  firstBeforeBaseline: '20261121080000',
}
