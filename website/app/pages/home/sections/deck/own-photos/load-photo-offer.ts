/** The code for own photos. */
type PhotoOfferModule = typeof import('./photo-offer.tsx')

let loading: Promise<PhotoOfferModule> | null = null

/** Loads the code for own photos and the worker that makes prints. Rejects when the code cannot be loaded; the next call retries. */
export function loadPhotoOffer(): Promise<PhotoOfferModule> {
  loading ??= import('./photo-offer.tsx').then(
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
