// Preloaded (`node --import`) into a program that installs or builds. It ends at once with the set-up that started it, because the next
// set-up may already begin.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const end = () => process.kill(process.pid, 'SIGKILL')
  if (!process.connected) end()
  process.on('disconnect', end)
  process.channel?.unref()
}
