import { storageErrors } from './errors.ts'

const BUCKET_MAX = 100
const OBJECT_MAX = 1024

// The characters that Supabase Storage accepts in names. They are ASCII only, so that no two names look alike.
const BUCKET_NAME = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]+$/
const OBJECT_NAME = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/

/**
 * Names that no bucket may have, because they are operations in Supabase Storage's paths below `/object/`. Otherwise a request for an
 * operation that this server lacks, such as `/object/sign/<bucket>/<name>`, would be taken for an object in a bucket named `sign`.
 */
const OPERATIONS = new Set(['authenticated', 'copy', 'info', 'list', 'list-v2', 'move', 'public', 'sign', 'upload'])

/** Checks a bucket name and returns it. Throws an error for an invalid name and for the name of an operation. */
export function requireBucketName(name: string): string {
  if (OPERATIONS.has(name)) {
    throw storageErrors.notSupported({ message: 'This server does not support this operation' })
  }
  const isName = name.length <= BUCKET_MAX && BUCKET_NAME.test(name) && name.trim() === name && !isDots(name)
  if (!isName) throw storageErrors.invalidBucketName()
  return name
}

/**
 * Checks an object name and returns it. Throws 400 for an invalid name. No path segment may be empty or consist of dots: names never become
 * paths on disk (see files.ts), but they become URLs, in which such segments have a special meaning.
 */
export function requireObjectName(name: string): string {
  const parts = name.split('/')
  const isName =
    name.length <= OBJECT_MAX && OBJECT_NAME.test(name) && !parts.some((part) => part === '' || isDots(part))
  if (!isName) throw storageErrors.invalidKey({ message: `Invalid key: ${name.slice(0, 200)}` })
  return name
}

function isDots(part: string): boolean {
  return /^\.{1,2}$/.test(part)
}
