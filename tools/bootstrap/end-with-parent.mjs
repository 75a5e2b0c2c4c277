// Preloaded (`node --import`) into a process that must not outlive its parent, even when the parent is killed with SIGKILL. The IPC
// channel closes when the parent dies; the process then behaves as if it had received SIGTERM.

process.on('disconnect', () => {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143)
})
process.channel?.unref()
