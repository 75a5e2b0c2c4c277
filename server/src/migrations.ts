import { join } from 'node:path'
import type { MigrationSource } from '@site/backend/database/migrations/migrate'
import { ROOT } from './places.ts'

/** The database migrations of this site. */
export const SITE_MIGRATIONS: MigrationSource = { folder: join(ROOT, 'supabase/migrations') }
