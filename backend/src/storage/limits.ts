const GB = 1024 ** 3

/** The limits of one request. A bucket can have a lower size limit of its own (`file_size_limit`). */
export const STORAGE_LIMITS = {
  /** The maximum size of an object in bytes. */
  objectBytes: 5 * GB,
  /** The maximum size of a multipart field other than the file, in bytes. */
  fieldBytes: 64 * 1024,
  namesPerRequest: 1_000,
  rowsPerList: 1_000,
  /** A download whose client reads nothing for this long is aborted. */
  stalledMs: 60_000,
  /** The minimum age of an orphaned file that the sweep removes: a file of an upload in progress has no row yet. */
  orphanMs: 24 * 3_600_000,
} as const
