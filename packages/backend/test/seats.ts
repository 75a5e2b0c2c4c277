import {
  joinRealtimeChannel,
  type RawRealtimeSocket,
  type RealtimeMessage,
} from '../../../tests/support/realtime-socket.ts'
import type { TestBackend } from '../../../tests/support/start-backend.ts'

/** A Realtime subscription to the number of open seats, a row that every visitor may read. */
export const SEATS_SUBSCRIPTION = {
  event: '*',
  schema: 'public',
  table: 'settings',
  filter: 'key=eq.number_of_open_seats',
}

/** Joins a Realtime channel, by default one with the subscription to the number of open seats, and waits until its subscription is active. */
export function joinSeats(
  socket: RawRealtimeSocket,
  config: object = { postgres_changes: [SEATS_SUBSCRIPTION] },
  rest?: object,
): Promise<RealtimeMessage> {
  return joinRealtimeChannel(socket, config, rest)
}

/** Sets the number of open seats with the secret key. */
export async function setSeats(
  backend: TestBackend,
  value: number | string,
  key = 'number_of_open_seats',
): Promise<void> {
  const { error } = await backend
    .secretClient()
    .from('settings')
    .update({ value: String(value) })
    .eq('key', key)
  if (error) throw error
}
