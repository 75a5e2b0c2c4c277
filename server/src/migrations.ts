import { join } from 'node:path'
import type { MigrationSource } from '@site/backend/database/migrations/migrate'

/** The database migrations of this site. `server/src` and the bundle in `server/dist` have the same depth. */
export const SITE_MIGRATIONS: MigrationSource = { folder: join(import.meta.dirname, '../../supabase/migrations') }
