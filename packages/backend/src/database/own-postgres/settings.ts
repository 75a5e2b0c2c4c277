import type { PostgresSettingValues } from '../port/database.ts'

/** The settings of the server's own PostgreSQL. As command line options they override the files in the data folder. */
export const OWN_SETTINGS: PostgresSettingValues = {
  // An acknowledged change survives a power cut. These are the defaults, which a file in the data folder could change.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // fsync leaves data in the cache of a Mac's drive (fsync(2), F_FULLFSYNC).
  ...(process.platform === 'darwin' && { wal_sync_method: 'fsync_writethrough' }),
  shared_buffers: '64MB', // the tables of a site take a few megabytes
  max_connections: '50', // a pool of 10, and the operator's tools; each connection takes memory
  io_method: 'sync', // the default starts three processes, which are useful only for tables larger than memory
  max_parallel_workers: '0', // queries are short, and parallel queries need /dev/shm, which is small in containers
  max_logical_replication_workers: '0',
  max_wal_senders: '0',
  autovacuum_max_workers: '1', // the tables are small
  jit: 'off', // compiling takes longer than any of these queries
  random_page_cost: '1.1', // SSDs, and tables that fit in memory
  temp_file_limit: '1GB', // a costly query must not fill the disk
  max_wal_size: '256MB', // limits the disk space and the time of a recovery
  min_wal_size: '32MB',
  // The server reads the log. It contains neither statements nor values, which may be personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '',
}
