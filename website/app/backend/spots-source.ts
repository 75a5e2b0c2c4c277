import type { SupabaseClient } from '@supabase/supabase-js'
import type { SpotsSource } from './spots-store.ts'

const SETTING = 'early_access_spots'

/** Reads and follows the one row of `app_settings` that visitors may see. */
export function spotsSource(client: SupabaseClient): SpotsSource {
  return {
    async read() {
      // supabase-js would repeat a failed read for seven seconds; the visitor is told sooner, and the store reads again.
      const { data, error } = await client.from('app_settings').select('value').eq('key', SETTING).retry(false).single()
      if (error) throw new Error(error.message)
      return valueOf(data)
    },
    follow({ onValue, onJoined }) {
      client
        .channel('early-access-spots')
        .on(
          'postgres_changes',
          { event: 'UPDATE', schema: 'public', table: 'app_settings', filter: `key=eq.${SETTING}` },
          (change) => onValue(valueOf(change.new)),
        )
        .subscribe((status) => {
          if (status === 'SUBSCRIBED') onJoined()
        })
    },
  }
}

function valueOf(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'value' in row ? row.value : undefined
}
