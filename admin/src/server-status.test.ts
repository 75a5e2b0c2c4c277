import { expect, test } from 'vitest'
import { fetchServerStatus } from './server-status.ts'
import { createSiteClient } from './site.ts'

test('fetchServerStatus throws a CommandFailure that names the site when the site cannot be reached', async () => {
  const site = createSiteClient({ SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_SECRET_KEY: 'sb_secret_of-this-test' })
  await expect(fetchServerStatus(site)).rejects.toMatchObject({
    code: 'unreachable',
    message: 'http://127.0.0.1:1 cannot be reached.',
  })
})
