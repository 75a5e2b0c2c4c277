const GB = 1024 ** 3

/** The limits of one request to the storage service. A bucket can have a lower size limit (`file_size_limit`). */
export const STORAGE_LIMITS = {
  /** The maximum size of an object in bytes. */
  objectBytes: 5 * GB,
  /** The maximum size in bytes of a field in a multipart form, except the file. */
  fieldBytes: 64 * 1024,
  namesPerRequest: 1_000,
  rowsPerList: 1_000,
  /** The maximum number of ranges of one download request: an updater asks for up to 500 changed blocks of a file at once. */
  rangesPerRequest: 500,
  /**
   * Ranges with fewer bytes between them are sent as one. More than the header of a part, less than the smallest block (8 KiB) of
   * updaters that need a part for each of their ranges.
   */
  joinedGapBytes: 1_024,
  /** The maximum time, in milliseconds, for which a client may read nothing of a download. Afterwards the download is aborted. */
  stalledMs: 60_000,
  /**
   * The minimum age, in milliseconds, of a file without a row that the sweep removes. Younger files may belong to an upload in progress,
   * whose row is not written yet.
   */
  orphanMs: 24 * 3_600_000,
} as const
