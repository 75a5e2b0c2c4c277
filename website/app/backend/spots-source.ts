import type { SupabaseClient } from '@supabase/supabase-js'
import type { SpotsSource } from './spots-store.ts'

const SETTING = 'early_access_spots'

/** Returns a data source for the spots counter. It reads the row `early_access_spots` of `app_settings` and subscribes to its changes. */
export function createSpotsSource(client: SupabaseClient): SpotsSource {
  return {
    async read() {
      // Disables the retries of supabase-js, which take seven seconds, so that the error is shown at once. The spots store reloads later.
      const { data, error } = await client.from('app_settings').select('value').eq('key', SETTING).retry(false).single()
      if (error) throw new Error(error.message)
      return valueOf(data)
    },
    follow({ onValue, onJoined, onLost }) {
      const channel = client
        .channel('early-access-spots')
        .on(
          'postgres_changes',
          { event: 'UPDATE', schema: 'public', table: 'app_settings', filter: `key=eq.${SETTING}` },
          (change) => onValue(valueOf(change.new)),
        )
        .subscribe((status) => {
          if (status === 'SUBSCRIBED') onJoined()
          else onLost()
        })
      return () => void client.removeChannel(channel)
    },
  }
}

function valueOf(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'value' in row ? row.value : undefined
}
