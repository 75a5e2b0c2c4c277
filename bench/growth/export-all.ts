import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type BenchmarkServer, SECRET_KEY } from '../server.ts'

const ADMIN = join(import.meta.dirname, '../../admin/src/main.ts')

/** Exports all sign-ups with the admin command. Returns the time in milliseconds for a thousand rows. */
export async function measureSignupExport({ url }: BenchmarkServer): Promise<number> {
  await using folder = await createTemporaryFolder('export-')
  const env = { PATH: process.env['PATH'] ?? '', SUPABASE_URL: url, SUPABASE_SECRET_KEY: SECRET_KEY }
  const args = [ADMIN, 'signups', 'export', '--to', join(folder.path, 'signups.csv')]
  const begun = performance.now()
  const { stderr } = await promisify(execFile)(process.execPath, args, { env })
  const took = performance.now() - begun
  const count = /([\d,]+) sign-ups? written/.exec(stderr)?.[1]
  if (count === undefined) throw new Error('The export did not report how many sign-ups it wrote.')
  return took / (Number(count.replaceAll(',', '')) / 1_000)
}
