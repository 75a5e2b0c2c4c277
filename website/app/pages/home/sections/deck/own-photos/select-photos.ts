/** The number of photos that a deck can have. */
export const PHOTOS_MAX = 50

const PHOTO_TYPE = /^image\/(jpeg|png|webp|avif|heic|heif)$/
/** HEIC files have no type on systems that do not know the format. */
const PHOTO_NAME = /\.(jpe?g|png|webp|avif|hei[cf])$/i

/** Returns the photos among files, at most `PHOTOS_MAX`, and whether there were more. Whether the browser can open a photo shows later. */
export function selectPhotos(files: readonly File[]): { photos: readonly File[]; tooMany: boolean } {
  const photos = files.filter(({ type, name }) => (type ? PHOTO_TYPE.test(type) : PHOTO_NAME.test(name)))
  return { photos: photos.slice(0, PHOTOS_MAX), tooMany: photos.length > PHOTOS_MAX }
}
