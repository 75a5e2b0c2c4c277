// Loaded first (`node --import`) into a program that installs or builds. When the process that started it is gone, however that one
// ended, the program ends at once with all that it started: the next setup must not find it writing.
import { isMainThread } from 'node:worker_threads'
import { endGroup } from './processes.mjs'

if (isMainThread) {
  const end = () => endGroup(process.pid)
  if (!process.connected) end()
  process.on('disconnect', end)
  process.channel?.unref()
}
