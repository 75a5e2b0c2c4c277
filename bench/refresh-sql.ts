import { recordAuditEvent } from '../backend/src/auth/audit.ts'
import { generateRandomToken, hashToken } from '../backend/src/auth/secrets.ts'
import {
  findActiveRefreshToken,
  findRefreshToken,
  insertRefreshToken,
  revokeRefreshToken,
} from '../backend/src/auth/sessions/refresh-token-store.ts'
import { readSessionResponseData } from '../backend/src/auth/sessions/session.ts'
import { insertSession, lockSession, recordSessionRefresh } from '../backend/src/auth/sessions/session-store.ts'
import { findUserById, insertUser } from '../backend/src/auth/users/user-store.ts'
import type { Database } from '../backend/src/database/port/database.ts'

/**
 * Creates one session per client and returns a function that runs the SQL of a token refresh in one transaction, without HTTP and without
 * signing a token.
 */
export async function prepareTokenRefreshSql(database: Database, clients: number): Promise<() => Promise<void>> {
  const free: string[] = []
  await database.transaction(async (tx) => {
    const user = await insertUser(tx, {
      email: `mara.${generateRandomToken()}@guests.example.com`,
      appMetadata: {},
      userMetadata: {},
    })
    for (let client = 0; client < clients; client += 1) {
      const session = await insertSession(tx, { user_id: user.id, user_agent: 'Mozilla/5.0', not_after: null })
      const token = generateRandomToken()
      const owner = { session_id: session.id, user_id: user.id }
      await insertRefreshToken(tx, { token_hash: hashToken(token), parent_hash: null, ...owner })
      free.push(token)
    }
  })
  return async () => {
    const token = free.pop() ?? ''
    const next = generateRandomToken()
    await database.transaction(async (tx) => {
      const found = await findRefreshToken(tx, hashToken(token))
      const session = found && (await lockSession(tx, found.session_id))
      const presented = await findRefreshToken(tx, hashToken(token))
      const user = presented && (await findUserById(tx, presented.user_id))
      if (!session || !presented || !user) throw new Error('A session was lost.')
      await findActiveRefreshToken(tx, session.id)
      await revokeRefreshToken(tx, presented.id)
      const owner = { session_id: session.id, user_id: user.id }
      await insertRefreshToken(tx, { token_hash: hashToken(next), parent_hash: presented.token_hash, ...owner })
      await recordSessionRefresh(tx, session.id, 'Mozilla/5.0')
      await recordAuditEvent(tx, 'token_refreshed', user)
      await recordAuditEvent(tx, 'token_revoked', user)
      await readSessionResponseData(tx, user, session, next)
    })
    free.push(next)
  }
}
