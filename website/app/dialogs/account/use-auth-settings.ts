import { useEffect, useState } from 'react'
import { type AuthSettings, defaultAuthSettings, loadAuthSettings } from '../../backend/auth-settings.ts'

/** React hook that returns the settings of the auth service, or default settings until they are loaded. */
export function useAuthSettings(): AuthSettings {
  const [settings, setSettings] = useState(defaultAuthSettings)
  useEffect(() => {
    let mounted = true
    void loadAuthSettings().then((loaded) => mounted && setSettings(loaded))
    return () => {
      mounted = false
    }
  }, [])
  return settings
}
