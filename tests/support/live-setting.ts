import { joinRealtimeChannel, type RawRealtimeSocket, type RealtimeMessage } from './realtime-socket.ts'
import type { TestBackend } from './start-backend.ts'

/** What Realtime tests do with a row of a table of settings that every visitor may read. */
export type LiveSetting = {
  /** A subscription to every kind of change of the row. */
  subscription: { event: '*'; schema: 'public'; table: string; filter: string }
  /** Joins a Realtime channel, by default one with `subscription`, and waits until its subscriptions are active. */
  join(socket: RawRealtimeSocket, config?: object, rest?: object): Promise<RealtimeMessage>
  /** Changes the row, or with `otherKey` another one, with the secret key. */
  set(backend: TestBackend, value: number | string, otherKey?: string): Promise<void>
}

/** Returns the setting with the given key in a table with the columns `key` and `value`. */
export function createLiveSetting(table: string, key: string): LiveSetting {
  const subscription = { event: '*', schema: 'public', table, filter: `key=eq.${key}` } as const
  return {
    subscription,
    join: (socket, config = { postgres_changes: [subscription] }, rest) => joinRealtimeChannel(socket, config, rest),
    async set(backend, value, otherKey = key) {
      const rows = backend.secretClient().from(table)
      const { error } = await rows.update({ value: String(value) }).eq('key', otherKey)
      if (error) throw error
    },
  }
}
