const GB = 1024 ** 3

/** What one request may bring. Buckets can have a lower ceiling of their own (`file_size_limit`). */
export const STORAGE_LIMITS = {
  /** Longest object in bytes. */
  objectBytes: 5 * GB,
  /** Longest text of a multipart field beside the file. */
  fieldBytes: 64 * 1024,
  namesPerRequest: 1_000,
  rowsPerList: 1_000,
  /** A reader of a file who takes nothing for so long is cut. */
  stalledMs: 60_000,
  /** Files that no row names are removed after so long: an upload that is just ending has none yet. */
  orphanMs: 24 * 3_600_000,
} as const
