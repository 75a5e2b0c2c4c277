import { serveFunction } from '../_deno/serve.ts'
import { sendNotifications } from './send-notifications.ts'

serveFunction(sendNotifications)
