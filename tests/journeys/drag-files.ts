import type { Page } from '@playwright/test'

/**
 * Drags files of this computer onto the middle of the page, as from a file manager. `move` moves them once more, which a browser does several
 * times a second by itself; `drop` drops them.
 */
export async function dragFilesOntoPage(page: Page, paths: readonly string[]) {
  const protocol = await page.context().newCDPSession(page)
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    protocol.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data })
  await send('dragEnter')
  await send('dragOver')
  return { move: () => send('dragOver'), drop: () => send('drop') }
}

/** Drops files of this computer on the page, at once. */
export async function dropFilesOnPage(page: Page, paths: readonly string[]): Promise<void> {
  const { drop } = await dragFilesOntoPage(page, paths)
  await drop()
}

/**
 * Returns whether the page prevents the browser from opening a file that is dragged over it. A headless browser opens no dropped file, so only
 * the event tells.
 */
export function isOpeningPrevented(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([], 'photo.png', { type: 'image/png' }))
    const event = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true })
    document.body.dispatchEvent(event)
    return event.defaultPrevented
  })
}

/** Pastes a picture, as from the clipboard. */
export async function pastePicture(page: Page, name: string): Promise<void> {
  await page.evaluate(async (fileName) => {
    const blob = await new Promise<Blob | null>((resolve) => document.createElement('canvas').toBlob(resolve))
    const data = new DataTransfer()
    data.items.add(new File([blob ?? ''], fileName, { type: 'image/png' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  }, name)
}
