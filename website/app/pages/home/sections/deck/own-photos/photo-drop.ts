import { enableFileDrop, type FileDropEvents } from '@site/ui/file-drop.ts'
import { takeEarlyPhotos } from '../../../../../frame/early-photos.ts'

/** Like `enableFileDrop`, and removes what the inline script has recorded of a paste, because its listener runs first. */
export function acceptDroppedPhotos(stage: HTMLElement | null, { onFiles, onDrag }: FileDropEvents): () => void {
  return enableFileDrop(stage, {
    onFiles(files) {
      takeEarlyPhotos()
      onFiles(files)
    },
    ...(onDrag && { onDrag }),
  })
}
