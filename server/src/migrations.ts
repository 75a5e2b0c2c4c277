import { join } from 'node:path'
import type { MigrationSource } from '@site/backend/database/migrations/migrate'
import { ROOT } from './places.ts'

/** The database migrations of this site. The first of them, the baseline, replaces 48 earlier migrations. */
export const SITE_MIGRATIONS: MigrationSource = {
  folder: join(ROOT, 'supabase/migrations'),
  firstBeforeBaseline: '20261121080000',
}
