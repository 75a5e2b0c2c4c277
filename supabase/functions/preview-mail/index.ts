import { serveEdgeFunction } from '../_deno/serve.ts'
import { previewMail } from './preview-mail.ts'

serveEdgeFunction(previewMail)
