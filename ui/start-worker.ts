type ScriptUrlPolicy = { createScriptURL: (url: string) => string }

declare global {
  interface Window {
    trustedTypes?: { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy }
  }
}

/** Starts a worker from the URL of one of the site's own scripts. Returns null when the browser allows no worker. */
export function startModuleWorker(url: string): Worker | null {
  try {
    return new Worker(trustScriptUrl(url), { type: 'module' })
  } catch {
    return null
  }
}

/** Returns the URL under a trusted-types policy that admits no other. */
function trustScriptUrl(own: string): string {
  const policy = window.trustedTypes?.createPolicy('worker', { createScriptURL: () => own })
  return policy ? policy.createScriptURL(own) : own
}
