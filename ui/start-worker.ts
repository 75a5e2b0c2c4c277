type ScriptUrlPolicy = { createScriptURL: (url: string) => string }

declare global {
  interface Window {
    trustedTypes?: { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy }
  }
}

/**
 * Starts a worker from the URL of one of the site's own scripts, and waits for its first message, which says that the script has loaded. Returns
 * null when the browser allows no worker, or when the script does not load, within `withinMs` if that is given.
 */
export function loadModuleWorker(url: string, withinMs?: number): Promise<Worker | null> {
  return new Promise((resolve) => {
    const worker = startWorker(url)
    if (!worker) return resolve(null)
    const giveUp = () => {
      worker.terminate()
      resolve(null)
    }
    const timer = withinMs === undefined ? undefined : setTimeout(giveUp, withinMs)
    worker.onerror = giveUp
    worker.onmessage = () => {
      clearTimeout(timer)
      resolve(worker)
    }
  })
}

function startWorker(url: string): Worker | null {
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
