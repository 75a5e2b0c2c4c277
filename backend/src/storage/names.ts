import { storageErrors } from './errors.ts'

const BUCKET_MAX = 100
const OBJECT_MAX = 1024

// The characters that Supabase Storage takes; all of them ASCII, so that no two names look the same.
const BUCKET_NAME = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]+$/
const OBJECT_NAME = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/

/** Refuses what cannot be the name of a bucket. */
export function requireBucketName(name: string): string {
  const isName = name.length <= BUCKET_MAX && BUCKET_NAME.test(name) && name.trim() === name && !isDots(name)
  if (!isName) throw storageErrors.invalidBucketName()
  return name
}

/**
 * Refuses what cannot be the name of an object. No part between slashes may be empty or made of dots: names never become
 * paths on our disk (see files.ts), but they become URLs, where such parts mean something else.
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
