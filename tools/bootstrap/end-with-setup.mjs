// Preloaded (`node --import`) into a program that installs or builds. When the parent of the program dies, the program kills its
// process group immediately, so that it does not write files while the next set-up runs.
import { isMainThread } from 'node:worker_threads'
import { killProcessGroup } from './processes.mjs'

if (isMainThread) {
  const end = () => killProcessGroup(process.pid)
  if (!process.connected) end()
  process.on('disconnect', end)
  process.channel?.unref()
}
