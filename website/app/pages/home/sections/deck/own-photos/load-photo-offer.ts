import { runWhenIdle } from '@site/ui/use-is-near.ts'

/** The code for own photos. */
type OwnPhotosModule = typeof import('./lay-out-photos.ts')

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
  runWhenIdle(() => void loadPhotoOffer().catch(() => {}))
}
