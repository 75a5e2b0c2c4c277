import { defineErrors } from '../http/errors.ts'

/** The errors of the storage service, with the codes of Supabase Storage. `render-error.ts` may send a different HTTP status. */
export const storageErrors = defineErrors({
  bucketNotFound: { status: 404, code: 'NoSuchBucket', message: 'Bucket not found' },
  objectNotFound: { status: 404, code: 'NoSuchKey', message: 'Object not found' },
  bucketExists: { status: 409, code: 'BucketAlreadyExists', message: 'The resource already exists' },
  objectExists: { status: 409, code: 'KeyAlreadyExists', message: 'The resource already exists' },
  invalidBucketName: { status: 400, code: 'InvalidBucketName', message: 'Bucket name invalid' },
  invalidKey: { status: 400, code: 'InvalidKey', message: 'Invalid key' },
  invalidRequest: { status: 400, code: 'InvalidRequest', message: 'Invalid Request' },
  invalidMimeType: { status: 415, code: 'InvalidMimeType', message: 'mime type is not supported' },
  invalidRange: { status: 416, code: 'InvalidRange', message: 'The requested range is not satisfiable' },
  preconditionFailed: { status: 412, code: 'PreconditionFailed', message: 'The object is another version' },
  tooLarge: { status: 413, code: 'EntityTooLarge', message: 'The object exceeded the maximum allowed size' },
  notSupported: { status: 409, code: 'NotSupported', message: 'The feature is not enabled for this resource' },
  accessDenied: { status: 403, code: 'AccessDenied', message: 'Access denied' },
  diskFull: { status: 507, code: 'InsufficientStorage', message: 'The object was not stored: the disk is full' },
  diskUnusable: {
    status: 503,
    code: 'StorageUnavailable',
    message: 'The object was not stored: the disk cannot be written',
  },
})
