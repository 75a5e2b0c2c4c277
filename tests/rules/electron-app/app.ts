// With the arguments PLATFORM and ARCH: an installed app with electron-updater as its maker would build it in. It looks for an update once, downloads
// it, and prints its path as JSON. APP_FOLDER holds app-update.yml, which electron-builder writes, and the folders of the user.
import { registerHooks } from 'node:module'
import electronUpdater from 'electron-updater'

registerHooks({
  resolve: (name, context, next) =>
    name === 'electron'
      ? { url: new URL('./electron.ts', import.meta.url).href, shortCircuit: true }
      : next(name, context),
})
const [, , platform, arch] = process.argv
for (const [name, value] of Object.entries({ platform, arch, resourcesPath: process.env['APP_FOLDER'] })) {
  Object.defineProperty(process, name, { value })
}

const { autoUpdater } = electronUpdater
autoUpdater.logger = { info: console.error, warn: console.error, error: console.error }
autoUpdater.autoInstallOnAppQuit = false
const update = await autoUpdater.checkForUpdates()
const [downloaded] = (await update?.downloadPromise) ?? []
console.log(JSON.stringify({ downloaded: downloaded ?? null }))
process.exit() // closes the server through which Squirrel.Mac would read the update
