import { useEffect, useState } from 'react'
import { type AuthSettings, defaultSettings, loadAuthSettings } from '../../backend/auth-settings.ts'

/** What the service offers; until it has answered, the plain ways only. */
export function useAuthSettings(): AuthSettings {
  const [settings, setSettings] = useState(defaultSettings)
  useEffect(() => {
    let here = true
    void loadAuthSettings().then((loaded) => here && setSettings(loaded))
    return () => {
      here = false
    }
  }, [])
  return settings
}
