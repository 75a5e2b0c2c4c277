import { joinRealtimeChannel, type RawRealtimeSocket, type RealtimeMessage } from '../support/realtime-socket.ts'
import type { TestBackend } from '../support/start-backend.ts'

/** A Realtime subscription to the number of spots, like that of the site's pages, but for every kind of change instead of only updates. */
export const SPOTS_SUBSCRIPTION = {
  event: '*',
  schema: 'public',
  table: 'app_settings',
  filter: 'key=eq.early_access_spots',
}

/** Joins a Realtime channel, by default one with the subscription to the number of spots, and waits until its subscription is active. */
export function joinSpots(
  socket: RawRealtimeSocket,
  config: object = { postgres_changes: [SPOTS_SUBSCRIPTION] },
  rest?: object,
): Promise<RealtimeMessage> {
  return joinRealtimeChannel(socket, config, rest)
}

/** Sets the number of remaining spots with the secret key. */
export async function setSpots(
  backend: TestBackend,
  value: number | string,
  key = 'early_access_spots',
): Promise<void> {
  const { error } = await backend
    .secretClient()
    .from('app_settings')
    .update({ value: String(value) })
    .eq('key', key)
  if (error) throw error
}
