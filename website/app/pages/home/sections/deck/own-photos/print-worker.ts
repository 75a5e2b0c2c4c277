// The worker that turns photos into prints. It says when it is ready, is sent a photo and the length of a side, and answers with the print. Its response has a content
// security policy that allows it no request at all (createFileSecurityHeaders in packages/backend/src/http).

import { createPrintImage, describePrintProblem } from './print-image.ts'

addEventListener('message', ({ data }: MessageEvent<{ photo: Blob; side: number }>) => {
  createPrintImage(data.photo, data.side).then(
    (print) => postMessage(print),
    (error: unknown) => postMessage({ problem: describePrintProblem(error) }),
  )
})

postMessage('ready')
