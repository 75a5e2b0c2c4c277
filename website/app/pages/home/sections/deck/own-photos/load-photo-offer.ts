/** The code for own photos. */
type OwnPhotosModule = typeof import('./lay-out-photos.ts')

/** The time for which a busy page is waited for, in milliseconds. */
const IDLE_WITHIN_MS = 3_000

let loading: Promise<OwnPhotosModule> | null = null

/** Loads the code for own photos and the worker that makes prints. Rejects when the code cannot be loaded; the next call retries. */
export function loadPhotoOffer(): Promise<OwnPhotosModule> {
  loading ??= import('./lay-out-photos.ts').then(
    (loaded) => {
      void loaded.startPrintWorker()
      return loaded
    },
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}

/**
 * Loads the code for own photos once the browser has nothing else to do, so that photos can be sorted offline from then on. When that fails,
 * the next `loadPhotoOffer` retries.
 */
export function loadPhotoOfferWhenIdle(): void {
  const load = () => void loadPhotoOffer().catch(() => {})
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: IDLE_WITHIN_MS })
  else setTimeout(load, 500)
}
