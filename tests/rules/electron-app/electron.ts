// Stands in for the package `electron`, which would download Chromium: its app as electron-updater sees it, and its requests through Node.
import { EventEmitter } from 'node:events'
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { join } from 'node:path'

const { APP_FOLDER = '', APP_VERSION = '' } = process.env

export const app = {
  isPackaged: true,
  whenReady: () => Promise.resolve(),
  getVersion: () => APP_VERSION,
  getName: () => 'App',
  getPath: () => join(APP_FOLDER, 'user-data'),
  once() {},
}

export const session = { fromPartition: () => ({}) }

/** Squirrel.Mac, which would install an update. */
export const autoUpdater = Object.assign(new EventEmitter(), { setFeedURL() {} })

export const net = {
  /** Sends a request, and prints it with the status and the length of its response as a line of JSON. */
  request(options: RequestOptions): ClientRequest {
    const sent = request(options)
    sent.once('response', (response: IncomingMessage) => {
      const length = Number(response.headers['content-length'])
      const [path] = sent.path.split('?')
      console.log(JSON.stringify({ path, range: sent.getHeader('range'), status: response.statusCode, length }))
    })
    return sent
  },
}
